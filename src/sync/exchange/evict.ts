import type { Table } from 'dexie';
import { type AnyResource, type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { keepers, keeps, keepsOf, listOf, namers, parentOf, peopleOf, repliesOf, type Window, windows } from '#contract/rules/windows.ts';
import type { Scope } from '#contract/scope.ts';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { entitiesIn, rowsInUse } from '../mirror/rows-in-use.ts';
import { type DeviceWindow, eventOf, refOf, rowsOfList } from '../mirror/windows.ts';
import { isWiped } from '../outbox/wipe.ts';
import { isIncomplete, readCursor, writeCursor } from './cursor.ts';

/*
 * Deletes rows outside of the windows. Each step is one transaction that reads again what must stay, so no tab can interfere:
 *
 *   floors   are raised if a list is longer than its window by half; fetched pages expire
 *   rows     leave by their key; one without a parent leaves with all rows below it
 *   numbers  leave after their row
 *   people   leave if no held row names them; these rows are read once, and again if others have arrived
 */

/** Rows of a step. */
const batch = 500;
const excess = 1.5;
/** Pages kept, and the intervals of their expiry and of a sweep without a raised floor (ms). */
const pagesKept = 30;
const pageLife = times.day;
const sweepInterval = times.hour;

interface Step {
  readonly db: EventDatabase;
  readonly scope: string;
  readonly now: number;
}

type Rows = readonly Stored<BaseRow & { readonly order?: number }>[];

/** Deletes what is outside of the windows of all big events, step by step while the app is idle and `goesOn`. */
export async function evict(db: EventDatabase, ports: Ports, goesOn: () => boolean): Promise<void> {
  for (const scope of Object.keys((await readCursor(db))?.windows ?? {})) {
    const step = { db, scope, now: ports.now() };
    const isDue = await during(step, (window) => raiseFloors(step, window));
    if (isDue && (await sweep(step, ports, goesOn))) await during(step, () => changeWindow(step, { sweptAt: step.now }));
  }
}

/** Returns whether all rows were visited. */
async function sweep(step: Step, ports: Ports, goesOn: () => boolean): Promise<boolean> {
  const names = namesOf(step.db);
  for (const kind of ['newest', 'with', 'named'] as const) {
    for (const [name, window] of Object.entries(windows)) {
      if (window?.kind !== kind) continue;
      let last: RowId | null = null;
      do {
        await ports.idle();
        const from: RowId | null = last;
        const done: { last: RowId | null } | undefined = goesOn()
          ? await during(step, (own) => evictAfter(step, own, { name, from, names }))
          : undefined;
        if (!done) return false;
        ({ last } = done);
      } while (last !== null);
    }
  }
  return true;
}

/** Runs a step over the window of a scope that is level. Returns undefined without one. */
async function during<T>({ db, scope }: Step, work: (window: DeviceWindow) => Promise<T>): Promise<T | undefined> {
  return db.transaction('rw', [db.outbox, db.meta, db.drafts, db.pages, ...db.mirrorTables], async () => {
    const state = await readCursor(db);
    const window = state?.windows?.[scope];
    if (!state || !window || isIncomplete(state) || window.wanted.length > 0 || (await isWiped(db))) return undefined;
    return work(window);
  });
}

async function changeWindow({ db, scope }: Step, change: Partial<DeviceWindow>): Promise<void> {
  const state = await readCursor(db);
  const window = state?.windows?.[scope];
  if (window) await writeCursor(db, { ...state, windows: { ...state.windows, [scope]: { ...window, ...change } } });
}

/** Raises the floors of lists without a parent, and deletes expired pages. Returns whether a sweep is due. */
async function raiseFloors(step: Step, { floors, sweptAt = 0 }: DeviceWindow): Promise<boolean> {
  const { db, scope, now } = step;
  const raised: Record<string, number> = {};
  for (const [name, window] of Object.entries(windows)) {
    const floor = window?.kind === 'newest' && (await raisedFloor(step, name, floors[name], window.size.first));
    if (floor) raised[name] = floor;
  }
  const pages = await db.pages.where('name').startsWith(`${scope} `).toArray();
  const newestFirst = pages.toSorted((one, other) => other.at - one.at);
  const expired = newestFirst.filter(({ at }, index) => index >= pagesKept || at < now - pageLife);
  await db.pages.bulkDelete(expired.map(({ name }) => name));
  const isNew = expired.length > 0 || Object.keys(raised).length > 0;
  // An interrupted sweep is due again.
  if (isNew) await changeWindow(step, { floors: { ...floors, ...raised }, sweptAt: 0 });
  return isNew || Math.abs(now - sweptAt) > sweepInterval;
}

/** Returns the floor of a list that has become too long for its window, or null. A pending row has no order of the server. */
async function raisedFloor({ db, scope }: Step, list: string, floor: number | undefined, size: number): Promise<number | null> {
  if (floor === undefined) return null;
  const rows = rowsOfList(db, list, eventOf(scope), floor);
  if ((await rows.count()) <= excess * size) return null;
  const last: Rows[number] | undefined = await rows
    .reverse()
    .offset(size - 1)
    .first();
  return last?.$pending ? null : (last?.order ?? null);
}

interface Place {
  readonly name: string;
  readonly from: RowId | null;
  readonly names: Names;
}

/** Deletes rows of the batch after `from` that may leave. Returns its last row, null at the end of the table. */
async function evictAfter(step: Step, own: DeviceWindow, { name, from, names }: Place): Promise<{ last: RowId | null }> {
  const table = step.db.mirror(name);
  const rows = await rowsAfter(table, from);
  const window = windows[name] as Window;
  const leaving =
    window.kind === 'newest'
      ? await leavingRows(step, own, { resource: resourceNamed(name), window, rows })
      : window.kind === 'with'
        ? await leavingNumbers(step, window.resource, rows)
        : await leavingPeople(step, name, rows, await names(own));
  await deleteRuns(table, rows, leaving);
  return { last: rows.at(-1)?.id ?? null };
}

interface Batch {
  readonly resource: AnyResource;
  readonly window: Extract<Window, { kind: 'newest' }>;
  readonly rows: Rows;
}

/** Returns the ids of rows outside of their window, also those below a row of the batch. Raises the floors of lists that stay. */
async function leavingRows(step: Step, own: DeviceWindow, { resource, window, rows }: Batch): Promise<Set<RowId>> {
  const { db, scope } = step;
  const { name } = resource;
  const top = own.floors[name] ?? 0;
  const leaving = new Set<RowId>();
  const used = await keysInUse(step);
  const mayLeave = (row: Rows[number]): boolean =>
    isOf(resource, row, scope) && !keeps(name, row, db.userId) && !used.has(entityKey({ resource: name, id: row.id }));
  const floors: Record<string, number> = { ...own.floors };
  const shown = rows.filter((row) => !row.$gone);
  const parents = await db.mirror(name).bulkGet([...new Set(shown.flatMap((row) => parentOf(name, row) ?? []))]);
  const heads = [...shown.filter((row) => parentOf(name, row) === null), ...parents.filter((row) => row !== undefined)];
  const staying = new Set<RowId>();
  for (const head of new Map(heads.map((row) => [row.id, row])).values()) {
    const list = repliesOf(name, head.id);
    const below: Rows = window.parent === undefined ? [] : await rowsOfList(db, list, eventOf(scope)).toArray();
    if (orderOf(head) < top && [head, ...below].every(mayLeave)) {
      for (const row of [head, ...below]) leaving.add(row.id);
      delete floors[list];
    } else {
      staying.add(head.id);
      const raised = below.length > excess * window.size.each ? await raisedFloor(step, list, floors[list] ?? 0, window.size.each) : null;
      if (raised !== null) floors[list] = raised;
    }
  }
  for (const row of shown) {
    const parent = parentOf(name, row);
    const isOutside = parent !== null && (!staying.has(parent) || orderOf(row) < (floors[listOf(name, row)] ?? 0));
    if (isOutside && mayLeave(row)) leaving.add(row.id);
  }
  await changeWindow(step, { floors });
  return leaving;
}

const orderOf = (row: Rows[number]): number => row.order ?? 0;

/** Returns whether a row is of this scope and has no pending command. */
const isOf = (resource: AnyResource, row: Rows[number], scope: string): boolean =>
  !row.$pending && !row.$gone && resource.scopes(row).includes(scope as Scope);

/** Returns the rows that commands, drafts, fetched pages and other rows keep on the device. */
async function keysInUse({ db, scope }: Step): Promise<ReadonlySet<string>> {
  const used = await rowsInUse(db, scope);
  for (const { rows } of await db.pages.toArray()) for (const key of rows) used.add(key);
  for (const name of keepers) {
    for (const row of await db.mirror(name).toArray()) {
      const ref = row.$gone ? null : keepsOf(name, row);
      if (ref) used.add(entityKey(ref));
    }
  }
  return used;
}

async function leavingNumbers({ db, scope }: Step, of: string, rows: Rows): Promise<Set<RowId>> {
  const held = await db.mirror(of).bulkGet(rows.map(({ id }) => id));
  // A row and its numbers are of the same scope.
  return new Set(rows.flatMap((row, index) => (held[index] || eventIn(row) !== eventOf(scope) ? [] : [row.id])));
}

const eventIn = (row: Rows[number]): unknown => (row as { readonly eventId?: unknown }).eventId;

/** Returns the ids of people whom neither a held row nor a command names. Their rows arrive with each row that names them. */
async function leavingPeople({ db, scope }: Step, name: string, rows: Rows, named: ReadonlySet<number>): Promise<Set<RowId>> {
  const ofCommands = await entitiesIn(db, eventOf(scope));
  const used = new Set([...ofCommands, ...(await db.pages.toArray()).flatMap((page) => page.rows)]);
  const written = new Set<number>();
  for (const { resource, id } of ofCommands.map(refOf)) {
    const row = namers.includes(resource) && (await db.mirror(resource).get(id));
    if (row && !row.$gone) for (const userId of peopleOf(resource, row)) written.add(userId);
  }
  const isNamed = ({ userId }: { readonly userId: number }): boolean => named.has(userId) || written.has(userId);
  const resource = resourceNamed(name);
  return new Set(
    rows.flatMap((row) =>
      isOf(resource, row, scope) && !isNamed(row as never) && !used.has(entityKey({ resource: name, id: row.id })) ? [row.id] : [],
    ),
  );
}

/** Returns the ids of the people whom rows named when the last page or answer was stored. */
type Names = (own: DeviceWindow) => Promise<ReadonlySet<number>>;

/**
 * Returns a reader within the steps of a sweep, which reads the rows once, and again if others have arrived. Rows of commands are not among
 * those: when the server has them, the feed brings their people again.
 */
function namesOf(db: EventDatabase): Names {
  let known: { readonly at: string; readonly ids: ReadonlySet<number> } | null = null;
  return async ({ answers = 0 }) => {
    const at = `${(await readCursor(db))?.cursor} ${answers}`;
    if (known?.at !== at) known = { at, ids: await readNames(db) };
    return known.ids;
  };
}

async function readNames(db: EventDatabase): Promise<ReadonlySet<number>> {
  const named = new Set([db.userId]);
  for (const namer of namers) {
    const table = db.mirror(namer);
    for (let rows = await rowsAfter(table, null); rows.length > 0; rows = await rowsAfter(table, rows.at(-1)!.id))
      for (const row of rows) if (!row.$gone) for (const id of peopleOf(namer, row)) named.add(id);
  }
  return named;
}

/** Returns the next rows of a table by their key. */
const rowsAfter = (table: Table<Stored<BaseRow>, RowId>, from: RowId | null): PromiseLike<Rows> =>
  (from === null ? table.orderBy('id') : table.where('id').above(from)).limit(batch).toArray();

/** Deletes rows: those next to each other in the batch by one call, as a call for each would take five times as long. */
async function deleteRuns(table: Table<Stored<BaseRow>, RowId>, rows: Rows, leaving: ReadonlySet<RowId>): Promise<void> {
  const others = new Set(leaving);
  let run: RowId[] = [];
  for (const id of [...rows.map((row) => row.id), null]) {
    if (id !== null && others.delete(id)) run.push(id);
    else if (run.length > 0) {
      await table.where('id').between(run[0], run.at(-1), true, true).delete();
      run = [];
    }
  }
  if (others.size > 0) await table.bulkDelete([...others]);
}
