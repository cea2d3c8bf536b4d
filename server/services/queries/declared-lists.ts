import { thumbnailOf } from '#contract/pictures.ts';
import type { AnyResource, BaseRow } from '#contract/resource.ts';
import { type Caller, requireAccess } from '#server/lib/caller.ts';
import type { ListRoute } from '#server/resources/definition/descriptor.ts';
import { authorsById } from '#server/store/repositories/authors.ts';
import { boundedRows, countRows, listRows } from '#server/store/repositories/lists.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { activeEventOf, requireMember } from './event-access.ts';
import { arranged, type ArrangedList, arrangementId } from '#contract/rules/arranged.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { readRow } from '#server/store/repositories/rows.ts';

type Item = Record<string, unknown>;

/** The rows to return: of this event, by default the active one; of a paged list, this page, counted from 1. */
export interface ListQuery {
  readonly eventId?: number | undefined;
  readonly page?: number;
  readonly limit?: number;
}

/** The lists that descriptors declare for the REST API; the app itself reads its mirror. */
export class DeclaredLists {
  readonly #db: ReadHandle;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  /** Returns the rows in the form of the list, and the total. Throws `not_found` or `forbidden` for the event of others. */
  async read(caller: Caller, resource: AnyResource, list: ListRoute, { eventId: namedEvent, page, limit }: ListQuery) {
    const eventId = namedEvent ?? activeEventOf(caller);
    if (namedEvent !== undefined) await requireMember(this.#db, caller, namedEvent);
    if (list.access === 'event-admin') requireAccess(caller, 'event-admin', { eventId });
    const listing = { resource: resource.name, eventId, order: list.order, where: list.where };
    if (page === undefined || limit === undefined) {
      const { rows, total } = await boundedRows(this.#db, listing);
      const items = await this.#shown(resource, list, list.arranged ? await arrangedRows(this.#db, list.arranged, eventId, rows) : rows);
      return { items, total };
    }
    const total = await countRows(this.#db, listing);
    const rows = await listRows(this.#db, listing, { offset: (page - 1) * limit, limit });
    return { items: await this.#shown(resource, list, rows), total };
  }

  async #shown({ pictures }: AnyResource, { withAuthor, fields }: ListRoute, rows: readonly object[]): Promise<Item[]> {
    let items = rows as Item[];
    if (pictures) {
      const small = (link: unknown): string | null => (typeof link === 'string' ? thumbnailOf(link) : null);
      items = items.map((item) => ({ ...item, thumbnail: small(item[pictures.field]) }));
    }
    if (withAuthor) {
      const authors = await authorsById(
        this.#db,
        items.map(({ authorId }) => authorId as number),
      );
      items = items.map(({ authorId, ...item }) => ({ ...item, author: authors.get(authorId as number) ?? null }));
    }
    return fields ? items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]]))) : items;
  }
}

/** Returns rows of one list in the order of the event admins, each with its position. */
export async function arrangedRows<Row extends BaseRow>(
  db: ReadHandle,
  list: ArrangedList,
  eventId: number,
  rows: readonly Row[],
): Promise<Row[]> {
  const arrangement = (await readRow(db, 'arrangements', arrangementId(eventId, list))) as Arrangement | null;
  return arranged(rows as readonly (Row & { position: number })[], arrangement?.places);
}
