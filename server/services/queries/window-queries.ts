import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeedChange } from '#contract/endpoints/core.ts';
import { type WindowAnswer, windowIds, type WindowSearch } from '#contract/endpoints/windows.ts';
import { Refusal } from '#contract/errors.ts';
import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { fold, queryWords } from '#contract/rules/fold.ts';
import { distanceOf } from '#contract/rules/match.ts';
import { withNames } from '#contract/rules/mentions.ts';
import { matching } from '#contract/rules/people-search.ts';
import { type Floors, listOf, openFloor, pageRows, parentOf, peopleOf, type Window, windows } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import { type Allowance, spendOnce, tooMany } from '#server/services/auth/allowances.ts';
import { epochOf } from '#server/services/feed/cursor.ts';
import type { EventSizes } from '#server/services/feed/event-sizes.ts';
import { scopesOf } from '#server/services/feed/scopes-of.ts';
import { numbersOf } from '#server/services/feed/window-load.ts';
import { readCounters } from '#server/store/feed/changes.ts';
import { listPage, ownAmong, repliesOf, scan } from '#server/store/repositories/windows.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { readEpoch, type ReadHandle, type Store } from '#server/store/store.ts';
import type { PeopleDirectory } from './people-directory.ts';

/** Per person and process. */
const calls: Allowance = { name: 'windows', most: 60, window: times.minute };
const searches: Allowance = { name: 'window searches', most: 20, window: times.minute };

const searchesAtOnce = 2;
const waitingSearches = 10;
const scannedRows = 20_000;
const foldedAtOnce = 500;
const mostHits = 50;
const mostPages = 1_000_000;

/** The approximate size of an answer in UTF-16 code units, and of a person whom its rows name. */
const answerSize = 1024 * 1024;
const personSize = 500;

type Newest = Extract<Window, { kind: 'newest' }>;

/** The beginning of a page of a list. */
interface Place {
  readonly list: string;
  readonly page?: number | undefined;
  readonly below?: number | undefined;
}

interface Found {
  /** By resource, in the order of the answer. */
  readonly rows: readonly (readonly [resource: string, row: BaseRow])[];
  readonly floors?: Floors;
  /** Rows that those of `rows` belong to. */
  readonly parents?: Found['rows'];
}

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly sizes: EventSizes;
  readonly directory: PeopleDirectory;
}

/** Rows of an event that are outside of the windows of devices (decision 117). */
export class WindowQueries {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #sizes: EventSizes;
  readonly #directory: PeopleDirectory;
  readonly #used = new BoundedMap<string, number>(100_000);
  readonly #searching = new Semaphore(searchesAtOnce);

  constructor({ store, clock, sizes, directory }: Deps) {
    this.#store = store;
    this.#clock = clock;
    this.#sizes = sizes;
    this.#directory = directory;
  }

  /**
   * Returns a page of a list (from 1), or the rows below an order. Throws `forbidden` unless the event is the active one of a member,
   * `invalid` for an unknown list, `too_many_requests`.
   */
  async older(caller: Caller, eventId: number, given: Place): Promise<WindowAnswer> {
    this.#allow(caller, eventId, calls);
    const { resource, parent, window } = listNamed(given.list);
    const { below = openFloor } = given;
    const page = Math.min(Math.max(given.page ?? 1, 1), mostPages);
    return this.#store.readTogether((db) =>
      this.#answer(db, eventId, async () => {
        if (window.kind === 'named') return this.#people(db, eventId, resource, page);
        if (parent !== undefined) {
          const { each } = window.size;
          const rows = await listPage(db, { eventId, resource, parent, below }, each);
          const floors = { [given.list]: rows.length < each ? 0 : orderOf(rows.at(-1)!) };
          return { rows: named(resource, rows), floors, parents: named(resource, await rowsIn(db, eventId, resource, [parent])) };
        }
        const size = pageRows[resource]!;
        const offset = given.below === undefined ? (page - 1) * size : 0;
        const rows = await listPage(db, { eventId, resource, below }, size, offset);
        return withReplies(db, { eventId, resource, window }, rows);
      }),
    );
  }

  /** Returns rows by id, those of threads with the thread. The same errors as `older`. */
  async rows(caller: Caller, eventId: number, resource: string, ids: readonly string[]): Promise<WindowAnswer> {
    this.#allow(caller, eventId, calls);
    const window = windowOf(resource);
    if (!window || ids.length > windowIds) throw new Refusal('invalid');
    return this.#store.readTogether((db) =>
      this.#answer(db, eventId, async () => {
        const asked = await rowsIn(db, eventId, resource, ids);
        if (window.kind !== 'newest' || window.parent === undefined) return { rows: named(resource, asked) };
        const threads = [...new Set(asked.map((row) => parentOf(resource, row) ?? row.id))];
        const own = await ownAmong(db, eventId, caller.userId, threads);
        const brought = await rowsIn(db, eventId, resource, [...threads, ...own.map(({ post }) => post)]);
        return withReplies(db, { eventId, resource, window }, [...brought, ...asked]);
      }),
    );
  }

  /** Returns rows with all words of a text, newest first; people by name. The same errors as `older`. */
  async search(caller: Caller, eventId: number, given: Pick<Place, 'list' | 'below'> & { readonly text: string }): Promise<WindowSearch> {
    this.#allow(caller, eventId, searches);
    const { resource, parent, window } = listNamed(given.list);
    if (parent !== undefined) throw new Refusal('invalid');
    if (this.#searching.isFull(waitingSearches)) throw tooMany(times.second);
    return this.#searching.run(1, async () => {
      const { ids, next } = await (window.kind === 'named'
        ? this.#findPeople(eventId, given)
        : this.#findTexts({ eventId, resource, ...given }));
      // A hit that was removed since then is left out.
      const answer = await this.#store.readTogether((db) =>
        this.#answer(db, eventId, async () => ({ rows: named(resource, await rowsIn(db, eventId, resource, ids)) })),
      );
      return { ...answer, next };
    });
  }

  #allow(caller: Caller, eventId: number, allowance: Allowance): void {
    if (!scopesOf(caller).includes(scopeOf.event(eventId))) throw new Refusal('forbidden');
    const now = this.#clock.now();
    const key = `${allowance.name} ${caller.userId}`;
    const spent = spendOnce(this.#used.get(key) ?? null, allowance, now);
    if ('wait' in spent) throw tooMany(spent.wait);
    this.#used.set(key, spent.fullAt);
  }

  async #people(db: ReadHandle, eventId: number, resource: string, page: number): Promise<Found> {
    const size = pageRows[resource]!;
    const members = (await this.#directory.sorted(db, eventId)).slice((page - 1) * size, page * size);
    const ids = members.map(({ userId }) => participantId(eventId, userId));
    return { rows: named(resource, await rowsIn(db, eventId, resource, ids)) };
  }

  /** Returns hits among the people; `below` and `next` are numbers of hits. */
  async #findPeople(eventId: number, { text, below = 0 }: Pick<Sought, 'text' | 'below'>): Promise<Hits> {
    const hits = (await this.#directory.sorted(this.#store.reading, eventId)).filter(matching(text));
    const end = below + mostHits;
    const ids = hits.slice(below, end).map(({ userId }) => participantId(eventId, userId));
    return { ids, next: end < hits.length ? end : null };
  }

  /** Returns the newest hits among the next rows; with more rows `next` is the order below which they follow. */
  async #findTexts({ text, ...list }: Sought): Promise<Hits> {
    const words = queryWords(text);
    if (words.length === 0) return { ids: [], next: null };
    const spellings = words.map((word) => word.spellings);
    const { rows, end } = await scan(this.#store.reading, list, spellings, scannedRows);
    const hits: (typeof rows)[number][] = [];
    for (let start = 0; start < rows.length && hits.length < mostHits; start += foldedAtOnce) {
      // The ids in mentions are no words of the text.
      const isHit = (content: string): boolean => distanceOf('', fold(withNames(content, () => '')), words) !== null;
      hits.push(...rows.slice(start, start + foldedAtOnce).filter(({ text: content }) => isHit(content)));
      // Other work runs between two parts.
      await nextTurn();
    }
    const shown = hits.slice(0, mostHits);
    return { ids: shown.map(({ id }) => id), next: hits.length >= mostHits ? shown.at(-1)!.order : end };
  }

  /** Reads rows, and the state of the scope in the same snapshot. */
  async #answer(db: ReadHandle, eventId: number, find: () => Promise<Found>): Promise<WindowAnswer> {
    const scope = scopeOf.event(eventId);
    const [epoch, counters] = [await readEpoch(db), await readCounters(db, [scope])];
    const found = await find();
    const { counts, at } = await this.#sizes.of(db, eventId);
    const window = { scope, epoch: epochOf(epoch), number: counters.get(scope)?.number ?? 0, floors: found.floors ?? {}, counts, at };
    return { changes: found.rows.map(changeOf), with: (await namedBy(db, eventId, found)).map(changeOf), window };
  }
}

const named = (resource: string, rows: readonly BaseRow[]): Found['rows'] => rows.map((row) => [resource, row] as const);

const changeOf = ([resource, row]: Found['rows'][number]): FeedChange => ({
  resource,
  id: row.id,
  version: row.version,
  row: row as NonNullable<FeedChange['row']>,
});

const orderOf = (row: BaseRow): number => (row as BaseRow & { readonly order: number }).order;

/** Returns the window of a resource that a caller names. */
const windowOf = (resource: string): Window | undefined => (Object.hasOwn(windows, resource) ? windows[resource] : undefined);

/** Returns the list of this name with its window. Throws `invalid`. */
function listNamed(list: string) {
  const [resource = '', parent, ...rest] = list.split('/');
  const window = windowOf(resource);
  const isList = window?.kind === 'newest' || window?.kind === 'named';
  const mayHaveParent = window?.kind === 'newest' && window.parent !== undefined;
  if (!isList || rest.length > 0 || (parent !== undefined && !mayHaveParent)) throw new Refusal('invalid');
  return { resource, parent, window };
}

/** Returns the rows of an event with these ids, in their order; others are left out. */
async function rowsIn(db: ReadHandle, eventId: number, resource: string, ids: readonly RowId[]): Promise<BaseRow[]> {
  const found = await loadRows(db, resource, [...new Set(ids)]);
  return [...new Set(ids)]
    .flatMap((id) => found.get(id) ?? [])
    .filter((row) => (row as unknown as { eventId: number }).eventId === eventId);
}

interface Threads {
  readonly eventId: number;
  readonly resource: string;
  readonly window: Newest;
}

/** Returns these rows, and the newest replies of those without a parent: as many as an answer has room for, shared equally. */
async function withReplies(db: ReadHandle, { eventId, resource, window }: Threads, rows: readonly BaseRow[]): Promise<Found> {
  if (window.parent === undefined) return { rows: named(resource, rows) };
  const brought = new Map(rows.map((row) => [row.id, row]));
  const threads = [...brought.values()].filter((row) => listOf(resource, row) === resource).map(({ id }) => id);
  const replies = await repliesOf(db, { eventId, resource }, threads, window.size.each);
  const share = (answerSize - sum([...brought.values()].map((row) => sizeOf(resource, row)))) / threads.length;
  const floors: Record<string, number> = { ...replies.floors };
  for (const [list, ofThread] of Map.groupBy(replies.rows, (row) => listOf(resource, row))) {
    let room = share;
    const end = ofThread.findIndex((row) => (room -= sizeOf(resource, row)) < 0);
    const fitting = end === -1 ? ofThread : ofThread.slice(0, end);
    for (const row of fitting) brought.set(row.id, row);
    if (end !== -1) floors[list] = end === 0 ? openFloor : orderOf(fitting.at(-1)!);
  }
  return { rows: named(resource, [...brought.values()]), floors };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const sizeOf = (resource: string, row: BaseRow): number => JSON.stringify(row).length + peopleOf(resource, row).length * personSize;

/** Returns the rows that these belong to or name: parents, numbers and people. */
async function namedBy(db: ReadHandle, eventId: number, { rows, parents = [] }: Found): Promise<Found['rows']> {
  const all = [...rows, ...parents];
  const found = [...parents];
  for (const [resource, ofResource] of Map.groupBy(all, ([name]) => name)) {
    const numbers = await numbersOf(
      db,
      resource,
      ofResource.map(([, { id }]) => id),
    );
    found.push(...[...numbers.values()].flat());
  }
  const people = new Set(all.flatMap(([resource, row]) => peopleOf(resource, row)));
  const ids = [...people].map((userId) => participantId(eventId, userId));
  found.push(...named('participants', await rowsIn(db, eventId, 'participants', ids)));
  const known = new Set(rows.map(keyOf));
  return found.filter((one) => !known.has(keyOf(one)));
}

const keyOf = ([resource, { id }]: Found['rows'][number]): string => entityKey({ resource, id });

/** Hits of a search. */
interface Hits {
  readonly ids: readonly RowId[];
  readonly next: number | null;
}

interface Sought {
  readonly eventId: number;
  readonly resource: string;
  readonly text: string;
  readonly below?: number | undefined;
}
