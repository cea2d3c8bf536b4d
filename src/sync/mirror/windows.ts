import { Dexie } from 'dexie';
import type { FeedChange, WindowState } from '#contract/endpoints/core.ts';
import { type AnyResource, entityKey, type RowId, type RowRef } from '#contract/resource.ts';
import {
  type Floors,
  isInside,
  keeps,
  keepsOf,
  mergeFloors,
  openFloor,
  parentOf,
  parentOfList,
  repliesOf,
  windows,
} from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import type { EventDatabase } from '#db/database.ts';
import { groupBy } from '#lib/group-by.ts';
import { baseOf } from './rebase.ts';

/** The window of a scope on this device. The mirror is not level before the `wanted` rows (`resource:id`) have been asked for. */
export interface DeviceWindow extends Omit<WindowState, 'scope'> {
  readonly wanted: readonly string[];
  /** The time of the last complete eviction (ms since the epoch). */
  readonly sweptAt?: number;
  /** The number of stored answers to calls for rows. */
  readonly answers?: number;
}

export type DeviceWindows = Readonly<Record<string, DeviceWindow>>;

export const eventOf = (scope: string): number => Number(scope.slice(scope.indexOf(':') + 1));

/** Returns the row of an entity key. */
export function refOf(key: string): RowRef {
  const end = key.indexOf(':');
  return { resource: key.slice(0, end), id: key.slice(end + 1) };
}

/** Returns the held rows of a list from an order on, ordered by it. Pending removals are not among them. */
export function rowsOfList(db: EventDatabase, list: string, eventId: number, floor = 0) {
  const { resource, id = '' } = parentOfList(list) ?? { resource: list };
  const window = windows[resource];
  if (window?.kind !== 'newest') throw new RangeError(`${resource} has no lists`);
  const key = window.parent === undefined ? [eventId] : [eventId, id];
  return db
    .mirror(resource)
    .where(window.lists)
    .between([...key, floor], [...key, Dexie.maxKey], true);
}

/** Returns the floors without these lists. */
const without = (floors: Floors, lists: readonly string[]): Floors =>
  Object.fromEntries(Object.entries(floors).filter(([list]) => !lists.includes(list)));

/** Returns the floors without those of whole lists below a row, which need none. */
const withoutWhole = (floors: Floors): Floors =>
  Object.fromEntries(Object.entries(floors).filter(([list, floor]) => floor > 0 || !parentOfList(list)));

/** Returns the name of a fetched page, from 1, of a list. */
export const pageName = (scope: string, list: string, page: number | ''): string => `${scope} ${list} ${page}`;

/** Deletes the fetched pages of these scopes. */
export async function dropPages(db: EventDatabase, scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) await db.pages.where('name').startsWith(`${scope} `).delete();
}

/** The windows while a page or an answer is stored, within its transaction. */
export class WindowUpdate {
  readonly #db: EventDatabase;
  readonly #windows: Map<string, DeviceWindow>;
  readonly #arrived: readonly WindowState[];
  /** Lists that were held before, as `scope list`. */
  readonly #lists = new Set<string>();
  /** Rows that other rows keep, by event. */
  readonly #kept: { readonly eventId: number; readonly ref: RowRef }[] = [];

  private constructor(db: EventDatabase, before: DeviceWindows, arrived: readonly WindowState[]) {
    this.#db = db;
    this.#windows = new Map(Object.entries(before));
    this.#arrived = arrived;
  }

  /** Begins to store rows with the windows that arrived with them. A scope without a window before has no floors yet. */
  static async begin(db: EventDatabase, before: DeviceWindows, arrived: readonly WindowState[]): Promise<WindowUpdate> {
    const update = new WindowUpdate(db, before, arrived);
    for (const { scope, floors, ...state } of arrived) {
      const own = update.#windows.get(scope);
      if (!own) update.#windows.set(scope, { ...state, floors: {}, wanted: [] });
      const held = await update.#heldOf(Object.keys(floors).flatMap((list) => parentOfList(list) ?? []));
      for (const list of Object.keys(floors)) {
        const parent = parentOfList(list);
        if (parent ? held.has(entityKey(parent)) : own?.floors[list] !== undefined) update.#lists.add(`${scope} ${list}`);
      }
    }
    return update;
  }

  /** Wants rows that are in use while their scope is loaded again. Lists below those that stayed are open until they have arrived. */
  async want(scope: string, keys: Iterable<string>): Promise<void> {
    for (const key of keys) {
      const { resource, id } = refOf(key);
      const record = await this.#db.mirror(resource).get(id);
      const row = baseOf(record).row ?? record;
      const isParent = row && (parentOf(resource, row) ?? null) === null;
      if (isParent) this.#change(scope, ({ floors }) => ({ floors: { ...floors, [repliesOf(resource, id)]: openFloor } }));
      this.#wantOne(scope, { resource, id });
    }
  }

  /** Notes the rows that these rows keep on the device. */
  noteKept({ name }: AnyResource, changes: readonly FeedChange[]): void {
    for (const { row } of changes) {
      const ref = row && keepsOf(name, row);
      if (ref) this.#kept.push({ eventId: (row as { eventId?: unknown }).eventId as number, ref });
    }
  }

  /**
   * Returns the changes that this device stores: those of held rows and of rows in their window. Deletes the rows below removed ones, and
   * wants the parents of others that never leave.
   */
  async inside(resource: AnyResource, changes: readonly FeedChange[]): Promise<FeedChange[]> {
    const { name } = resource;
    const window = windows[name];
    if (!window) return [...changes];
    const held = await this.#heldOf(
      changes.flatMap(({ id, row }) => {
        const parent = row && parentOf(name, row);
        return [
          { resource: name, id },
          ...(parent ? [{ resource: name, id: parent }] : []),
          ...(window.kind === 'with' ? [{ resource: window.resource, id }] : []),
        ];
      }),
    );
    const isHeld = (of: string, id: RowId): boolean => held.has(entityKey({ resource: of, id }));
    const stored: FeedChange[] = [];
    for (const change of changes) {
      const { id, row } = change;
      const scope = row && resource.scopes(row).find((one) => this.#windows.has(one));
      if (row === null) held.delete(entityKey({ resource: name, id }));
      if (row === null || !scope) {
        stored.push(change);
        continue;
      }
      const isStored = isInside(name, row, { isHeld, floors: this.#windows.get(scope)!.floors });
      if (isStored) stored.push(change);
      if (isStored) held.add(entityKey({ resource: name, id }));
      const parent = parentOf(name, row);
      // The answer to a command may have stored an own row after its parent has left.
      const needsParent = isStored ? parent !== null && !isHeld(name, parent) : keeps(name, row, this.#db.userId);
      if (needsParent) this.#wantOne(scope, { resource: name, id: parent ?? id });
    }
    await this.removeBelow(
      resource,
      changes.flatMap(({ id, row }) => (row === null ? [id] : [])),
    );
    return stored;
  }

  /** Deletes what belongs to removed rows: rows below them without pending commands, their numbers and their floors. */
  async removeBelow({ name }: AnyResource, removed: readonly RowId[]): Promise<void> {
    const window = windows[name];
    if (window?.kind !== 'newest' || removed.length === 0) return;
    const gone = [...removed];
    for (const scope of window.parent === undefined ? [] : this.#windows.keys()) {
      const lists = removed.map((id) => repliesOf(name, id));
      for (const list of lists) {
        const below = await rowsOfList(this.#db, list, eventOf(scope)).toArray();
        gone.push(...below.flatMap((record) => (record.$pending ? [] : [record.id])));
      }
      this.#change(scope, ({ floors }) => ({ floors: without(floors, lists) }));
    }
    await this.#db.mirror(name).bulkDelete(gone.slice(removed.length));
    for (const [other, added] of Object.entries(windows))
      if (added?.kind === 'with' && added.resource === name) await this.#db.mirror(other).bulkDelete(gone);
  }

  /** Forgets wanted rows that have been asked for. */
  answered(scope: string, keys: readonly string[]): void {
    this.#change(scope, ({ wanted }) => ({ wanted: wanted.filter((key) => !keys.includes(key)) }));
  }

  /** Returns the windows after the rows are stored. Those of an answer leave the number as it is: only deltas raise it. */
  async end({ isAnswer = false } = {}): Promise<DeviceWindows> {
    for (const { scope, floors, counts, at, ...place } of this.#arrived) {
      this.#change(scope, (own) => ({
        ...(isAnswer ? { answers: (own.answers ?? 0) + 1 } : place),
        floors: withoutWhole(mergeFloors(own.floors, floors, (list) => this.#lists.has(`${scope} ${list}`))),
        ...(at >= own.at && { counts, at }),
      }));
    }
    const held = await this.#heldOf(this.#kept.map(({ ref }) => ref));
    for (const { eventId, ref } of this.#kept) if (!held.has(entityKey(ref))) this.#wantOne(scopeOf.event(eventId), ref);
    return Object.fromEntries(this.#windows);
  }

  #change(scope: string, change: (window: DeviceWindow) => Partial<DeviceWindow>): void {
    const window = this.#windows.get(scope);
    if (window) this.#windows.set(scope, { ...window, ...change(window) });
  }

  #wantOne(scope: string, ref: RowRef): void {
    this.#change(scope, ({ wanted }) => ({ wanted: [...new Set([...wanted, entityKey(ref)])] }));
  }

  /** Returns the keys of those rows that are held. */
  async #heldOf(refs: readonly RowRef[]): Promise<Set<string>> {
    const held = new Set<string>();
    for (const [resource, ofOne] of groupBy(refs, (ref) => ref.resource))
      for (const record of await this.#db.mirror(resource).bulkGet([...new Set(ofOne.map(({ id }) => id))]))
        if (record) held.add(entityKey({ resource, id: record.id }));
    return held;
  }
}
