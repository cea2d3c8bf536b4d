import type { FeedPage } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { participants } from '#contract/resources/participants.ts';
import { resources } from '#contract/resources.ts';
import { windows, windowSizes } from '#contract/rules/windows.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { ScopeCounter } from '#server/store/feed/changes.ts';
import type { Store } from '#server/store/store.ts';
import { beginLoad, type Cursor, epochOf, isStillOf, type Loading, readCursor, writeCursor } from './cursor.ts';
import { type EventSize, EventSizes } from './event-sizes.ts';
import { FeedChanges } from './feed-changes.ts';
import { FeedReads, type PageReads } from './feed-reads.ts';
import { mayPark, scopesOf } from './scopes-of.ts';
import { floorsOf, loadWindow, type Place, top } from './window-load.ts';

/*
 *   no cursor, or one that cannot be continued          a cursor of other scopes
 *     │ all scopes are new                                │ lost scopes are dropped or parked, some are new
 *     ▼                                                   ▼
 *   load of the new scopes: resource by resource, newest first, down from the numbers at its start
 *     │ on the same pages:
 *     ▼
 *   deltas: changes with higher numbers, in the order of the numbers
 *
 * A big event is windowed for an app that accepts it: its load has only the newest rows (`window-load.ts`), and its deltas leave out first
 * joins. A whole mirror is converted by the floors alone. A mirror that can no longer be windowed drops the scope.
 */

/** Parked scopes in a mirror: scopes of recently active events, so that a switch back is short. */
const parkedScopes = 4;

interface Page {
  readonly caller: Caller;
  readonly reads: PageReads;
  readonly scopes: readonly Scope[];
  readonly counters: ReadonlyMap<Scope, ScopeCounter>;
  readonly most: number;
  readonly found: FeedChanges;
}

/** The active event, as far as it may have a window. */
interface Windowable extends EventSize {
  readonly eventId: number;
  readonly scope: Scope;
  /** Too many changes follow the cursor of a windowed mirror. */
  readonly isGap: boolean;
}

interface Start {
  readonly from: Cursor;
  readonly reset: boolean;
  /** The scopes that stay in the mirror, if they differ from those that it has and should have. */
  readonly keep?: readonly Scope[];
  /** The mirror has all rows of an event that is windowed from now on. */
  readonly converts?: boolean;
}

export class Feed {
  readonly #store: Store;
  readonly #reads: FeedReads;
  readonly #sizes: EventSizes;

  constructor(store: Store, sizes: EventSizes = new EventSizes(systemClock)) {
    this.#store = store;
    this.#reads = new FeedReads(store);
    this.#sizes = sizes;
  }

  /**
   * Returns the next page after `cursor`, or with `reset` the first page of a full load if no cursor can be continued. A scope that is new,
   * or whose tombstones are purged, is loaded alone, and the mirror keeps `keep`; without `piecewise` everything is loaded again. Only an
   * app that accepts `windows` gets them.
   */
  async readPage(caller: Caller, cursor: string | null, piecewise = false, windows = false): Promise<FeedPage> {
    return this.#store.readTogether(async (db) => {
      const reads = await this.#reads.begin(db);
      const scopes = scopesOf(caller);
      const known = cursor === null ? null : readCursor(cursor, scopes);
      const counters = await reads.counters([...new Set([...scopes, ...heldIn(known)])]);
      const event = windows && caller.activeEventId !== null ? await this.#windowable(reads, caller.activeEventId, known, counters) : null;
      const start = startFrom(known, await reads.epoch(), { caller, scopes, counters, piecewise, event, windows });
      const most = start.reset ? limits.feedFirstPageRows : limits.feedPageRows;
      const page = { caller, reads, scopes, counters, most, found: new FeedChanges(caller, scopes) };
      const next = await readOn(page, start);
      const windowed = event && next.windowed?.has(event.scope) ? await windowOf(page, event, next, start.converts) : null;
      const more = next.loading !== undefined || scopes.some((scope) => numberOf(counters, scope) > readIn(next, scope));
      const { reset, keep } = start;
      return { cursor: writeCursor(next), reset, more, ...(keep && { keep: [...keep] }), ...windowed, changes: page.found.changes };
    });
  }

  async #windowable(
    reads: PageReads,
    eventId: number,
    known: Cursor | null,
    counters: ReadonlyMap<Scope, ScopeCounter>,
  ): Promise<Windowable> {
    const scope = scopeOf.event(eventId);
    const size = await this.#sizes.of(reads.db, eventId);
    const number = known?.windowed?.has(scope) ? readIn(known, scope) : null;
    const mayBeGap = number !== null && numberOf(counters, scope) - number > windowSizes.gap;
    return { ...size, eventId, scope, isGap: mayBeGap && (await reads.isFurther(scope, number, windowSizes.gap)) };
  }
}

/** Completes a page of a windowed event: the rows that its rows name, and the state of the window. */
async function windowOf(page: Page, event: Windowable, { epoch, numbers }: Cursor, converts = false): Promise<Partial<FeedPage>> {
  const { reads, found } = page;
  const { scope, eventId, counts, at } = event;
  if (converts) found.addFloors(await floorsOf(reads.db, eventId));
  for (const row of await reads.rowsOf(participants.name, found.peopleIn(eventId))) if (row) found.addNamed(participants.name, row);
  const window = { scope, epoch, number: numbers.get(scope) ?? 0, floors: { ...found.floors }, counts: { ...counts }, at };
  return { with: found.with, windows: [window] };
}

const heldIn = (cursor: Cursor | null): Scope[] => [...(cursor?.numbers.keys() ?? [])];

const readIn = ({ numbers }: Cursor, scope: Scope): number => numbers.get(scope) ?? 0;

function numberOf(counters: ReadonlyMap<Scope, ScopeCounter>, scope: Scope): number {
  return counters.get(scope)?.number ?? 0;
}

interface Reader extends Pick<Page, 'caller' | 'scopes' | 'counters'> {
  readonly piecewise: boolean;
  readonly windows: boolean;
  readonly event: Windowable | null;
}

function startFrom(known: Cursor | null, databaseEpoch: string, reader: Reader): Start {
  const { caller, scopes, counters, piecewise } = reader;
  const epoch = epochOf(databaseEpoch);
  if (!known || !isStillOf(known.epoch, databaseEpoch) || !known.numbers.has(scopeOf.user(caller.userId))) return loadAll(epoch, reader);
  const loading = new Set(known.loading?.scopes);
  const held = heldIn(known).filter((scope) => canContinue(known, scope, counters) && !losesWindow(known, scope, reader));
  const read = scopes.filter((scope) => held.includes(scope));
  const left = held.filter((scope) => !scopes.includes(scope) && !loading.has(scope) && mayPark(caller, scope));
  const keep = piecewise ? [...left.slice(-parkedScopes), ...read] : read;
  const from = windowedFrom(known, { ...known, epoch, numbers: new Map(keep.map((scope) => [scope, readIn(known, scope)])) }, reader);
  const converts =
    reader.event !== null && keep.includes(reader.event.scope) && isWindowed(from, reader.event) && !isWindowed(known, reader.event);
  const isUnchanged = keep.length === known.numbers.size && read.length === scopes.length;
  if (isUnchanged && isOf(known, scopes)) return { from, reset: false, converts };
  if (!piecewise) return loadAll(epoch, reader);
  return {
    converts,
    from: loadOf(
      scopes.filter((scope) => !held.includes(scope) || loading.has(scope)),
      from,
      reader,
    ),
    reset: false,
    keep,
  };
}

/**
 * Returns whether the loaded scopes are scopes of this reader, each once. Cursors are not signed: with a foreign scope, the progress of a
 * load would reveal when something in it changed.
 */
function isOf({ loading }: Cursor, scopes: readonly Scope[]): boolean {
  return !loading || scopes.filter((scope) => loading.scopes.includes(scope)).length === loading.scopes.length;
}

const loadAll = (epoch: string, reader: Reader): Start => {
  const nothing = { epoch, numbers: new Map() };
  return { from: loadOf(reader.scopes, windowedFrom(null, nothing, reader), reader), reset: true };
};

const isWindowed = ({ windowed }: Cursor, { scope }: Windowable): boolean => windowed?.has(scope) ?? false;

/** Returns whether the window of a scope cannot be continued: the app or the event has none now, or too much has changed. */
function losesWindow(known: Cursor, scope: Scope, { event, windows }: Reader): boolean {
  if (!known.windowed?.has(scope)) return false;
  return !windows || (event?.scope === scope && (event.isGap || !event.isBig(true)));
}

/** Returns `from` with its windowed scopes: those that stay, and a big event that is not being loaded as a whole. */
function windowedFrom(known: Cursor | null, { windowed: _before, ...from }: Cursor, { scopes, event }: Reader): Cursor {
  const windowed = new Set([...from.numbers.keys()].filter((scope) => known?.windowed?.has(scope)));
  const isLoaded = event !== null && from.numbers.has(event.scope) && (known?.loading?.scopes.includes(event.scope) ?? false);
  if (event && scopes.includes(event.scope) && !isLoaded && event.isBig(false)) windowed.add(event.scope);
  return { ...from, ...(windowed.size > 0 && { windowed }) };
}

/** Returns the cursor at the beginning of a load of these scopes, with the other scopes at their numbers in `place`. */
function loadOf(
  loaded: readonly Scope[],
  { epoch, numbers: before, windowed }: Cursor,
  { scopes, counters }: Pick<Reader, 'scopes' | 'counters'>,
): Cursor {
  const parked = [...before].filter(([scope]) => !scopes.includes(scope));
  // The cursor stores loaded scopes in this order, so it must be the same on later pages.
  const numbers = new Map([...parked, ...scopes.map((scope) => [scope, before.get(scope) ?? numberOf(counters, scope)] as const)]);
  const loading = beginLoad(numbers, loaded);
  return { epoch, numbers, ...(windowed && { windowed }), ...(loading && { loading }) };
}

/** Returns whether all changes of this scope since the cursor are still in the change log. */
function canContinue(cursor: Cursor, scope: Scope, counters: ReadonlyMap<Scope, ScopeCounter>): boolean {
  const number = readIn(cursor, scope);
  return number >= (counters.get(scope)?.purgedNumber ?? 0) && number <= numberOf(counters, scope);
}

/** The first page of a load begins with the load; on later pages new changes come first. */
async function readOn(page: Page, { from, reset, keep }: Start): Promise<Cursor> {
  const begins = reset || keep !== undefined;
  const loaded = begins ? await load(page, from) : from;
  const level = await deltas(page, loaded);
  return begins ? level : load(page, level);
}

/** Rows that change during the load, and resources that appear, get higher numbers and come with the deltas. */
async function load(page: Page, from: Cursor): Promise<Cursor> {
  const { reads, most, found } = page;
  const { loading, ...level } = from;
  if (!loading) return from;
  const { scopes } = loading;
  const sources = resources.flatMap(({ name }) => scopes.map((scope) => ({ resource: name as string, scope })));
  const first = sources.findIndex(({ resource, scope }) => resource === loading.resource && scope === loading.scope);
  const kinds = await reads.kinds(scopes);
  for (const [index, { resource, scope }] of sources.entries()) {
    const isWindow = from.windowed?.has(scope) && windows[resource] !== undefined;
    // Most resources have no rows in most scopes. An empty list of a window has a floor, too: without one it would grow forever.
    if (index < first || (!isWindow && !kinds.get(scope)?.has(resource))) continue;
    const stopAt = (place: Place): Cursor => ({ ...level, loading: { scopes, resource, scope, ...place } });
    const room = found.isFull ? 0 : most - found.size;
    if (isWindow) {
      const place = index === first ? placeIn(loading) : top;
      if (room <= 0) return stopAt(place);
      const next = await loadWindow({ ...page, eventId: idOf(scope), room }, resource, place);
      if (next) return stopAt(next);
      continue;
    }
    const below = index === first ? loading.below : readIn(from, scope);
    if (room <= 0) return stopAt({ below });
    const read = below > 0 ? await reads.downFrom(scope, resource, below, room) : [];
    const rows = found.fitting(read);
    if (rows.length === 0 && read.length > 0) return stopAt({ below });
    found.addRows(rows);
    const last = rows.at(-1)?.pointer;
    if ((rows.length === room || rows.length < read.length) && last) return stopAt({ below: last.number - 1 });
  }
  return level;
}

const placeIn = ({ below, floor }: Loading): Place => ({ below, ...(floor !== undefined && { floor }) });

const idOf = (scope: Scope): number => Number(scope.slice(scope.indexOf(':') + 1));

async function deltas({ reads, scopes, counters, most, found }: Page, from: Cursor): Promise<Cursor> {
  const numbers = new Map(from.numbers);
  for (const scope of scopes) {
    const read = readIn(from, scope);
    const latest = numberOf(counters, scope);
    const room = found.isFull ? 0 : most - found.size;
    if (latest === read || room <= 0) continue;
    const after = from.windowed?.has(scope) ? await reads.news(scope, read, room) : await reads.after(scope, read, room);
    const changes = found.fitting(after);
    found.addChanges(changes);
    const last = changes.at(-1)?.pointer;
    const isCut = changes.length === room || changes.length < after.length;
    numbers.set(scope, isCut ? (last?.number ?? read) : latest);
  }
  return { ...from, numbers };
}
