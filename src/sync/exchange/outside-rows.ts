import type { FeedChange } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { olderRows, rowsById, windowIds, windowSearch } from '#contract/endpoints/windows.ts';
import { entityKey, type RowId } from '#contract/resource.ts';
import { openFloor } from '#contract/rules/windows.ts';
import type { Outcome } from '../wire/transport.ts';
import { rowsOf } from './cursor.ts';
import { ask, pathOf, type Wire } from './window-calls.ts';

/** The end of a call: its rows are stored, except for those that do not exist on the server. */
export type Fetched = { readonly kind: 'stored'; readonly missing: readonly RowId[] } | Outcome;

/** The end of a search: hits and the people whom they name, and where to continue, null at the end. */
export type Found = { readonly kind: 'found'; readonly changes: readonly FeedChange[]; readonly next: number | null } | Outcome;

const stored: Fetched = { kind: 'stored', missing: [] };

/** Fetches rows of a big event from the server, and stores them in the mirror. Never rejects because of the network. */
export class OutsideRows {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Fetches a page of a list; pages count from 1. */
  async page(eventId: number, list: string, number: number): Promise<Fetched> {
    const path = pathOf(olderRows.path, eventId, { list, page: String(number) });
    return (await ask(this.#wire, path, { page: { list, number } })) ?? stored;
  }

  /** Fetches the rows of a list next below its floor. */
  async below(eventId: number, list: string, order: number): Promise<Fetched> {
    const path = pathOf(olderRows.path, eventId, { list, ...(order !== openFloor && { below: String(order) }) });
    return (await ask(this.#wire, path, { below: { list, order } })) ?? stored;
  }

  /** Fetches rows by id; a post comes with its thread. */
  async rows(eventId: number, resource: string, ids: readonly RowId[]): Promise<Fetched> {
    for (let from = 0; from < ids.length; from += windowIds) {
      const some = ids.slice(from, from + windowIds);
      const path = pathOf(rowsById.path, eventId, { resource, ids: some.join(',') });
      const failed = await ask(this.#wire, path, { wanted: some.map((id) => entityKey({ resource, id })) });
      if (failed) return failed;
    }
    const records = await this.#wire.db.mirror(resource).bulkGet([...ids]);
    return { kind: 'stored', missing: ids.filter((_id, index) => !records[index]) };
  }

  /** Searches the rows of a list below an order, newest first, or its next hits among people. Stores nothing. */
  async search(eventId: number, list: string, text: string, below: number | null): Promise<Found> {
    const words = text.trim().slice(0, limits.titleLength);
    const path = pathOf(windowSearch.path, eventId, { list, text: words, ...(below !== null && { below: String(below) }) });
    const outcome = await this.#wire.api.send({ method: 'GET', path });
    if (outcome.kind !== 'answer' || outcome.status !== 200) return outcome;
    const answer = windowSearch.answer.safeParse(outcome.body);
    return answer.success ? { kind: 'found', changes: rowsOf(answer.data), next: answer.data.next } : { ...outcome, status: 500 };
  }
}
