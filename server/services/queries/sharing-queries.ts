import { thumbnailOf } from '#contract/pictures.ts';
import { type Share, type ShareType, shareTypes } from '#contract/resources/shares.ts';
import type { Caller } from '#server/lib/caller.ts';
import { authorsById } from '#server/store/repositories/authors.ts';
import { boundedRows, countRows } from '#server/store/repositories/lists.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { activeEventOf } from './event-access.ts';

/** Offers in the active event for the REST API; the app itself reads its mirror. */
export class SharingQueries {
  readonly #db: ReadHandle;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  async totals(caller: Caller): Promise<{ totalByType: Record<ShareType, number> }> {
    const eventId = activeEventOf(caller);
    const counts = shareTypes.map(
      async (type) => [type, await countRows(this.#db, { resource: 'shares', eventId, where: { type } })] as const,
    );
    return { totalByType: Object.fromEntries(await Promise.all(counts)) as Record<ShareType, number> };
  }

  async ofType(caller: Caller, type: ShareType) {
    return this.#shown(caller, { type });
  }

  async own(caller: Caller) {
    return this.#shown(caller, { authorId: caller.userId });
  }

  async #shown(caller: Caller, where: Partial<Share>) {
    const listing = { resource: 'shares', eventId: activeEventOf(caller), order: ['-order', '-id'], where };
    const { rows, total } = await boundedRows(this.#db, listing);
    const shares = rows as Share[];
    const creators = await authorsById(
      this.#db,
      shares.map(({ authorId }) => authorId),
    );
    const items = shares.map(({ authorId, surplus: _surplus, ...share }) => ({
      ...share,
      thumbnail: share.image === null ? null : thumbnailOf(share.image),
      creator: creators.get(authorId) ?? null,
    }));
    return { items, total };
  }
}
