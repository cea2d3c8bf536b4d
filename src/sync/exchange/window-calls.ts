import { rowsById, type WindowAnswer, windowIds } from '#contract/endpoints/windows.ts';
import { entityKey } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import { type Floors, listOf, parentOfList, repliesOf } from '#contract/rules/windows.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import { groupBy } from '#lib/group-by.ts';
import { arrivalOf, storeArrivals } from '../mirror/mirror.ts';
import { type DeviceWindow, eventOf, pageName, refOf, WindowUpdate } from '../mirror/windows.ts';
import { isWiped } from '../outbox/wipe.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { type Outcome, Unreadable } from '../wire/transport.ts';
import { readCursor, rowsOf, usablePosition, writeCursor } from './cursor.ts';
import { type OnUnusable, storeEach, storeUsable } from './row-by-row.ts';

/** The question of an answer: rows (`resource:id`), the rows of a list below an order, or a page of a list. */
interface Asked {
  readonly wanted?: readonly string[];
  /** True after a complete pull: with the last wanted row the mirror is level. */
  readonly isLast?: boolean;
  readonly below?: { readonly list: string; readonly order: number };
  readonly page?: { readonly list: string; readonly number: number };
}

export interface Wire {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly api: ApiClient;
}

/** How often a call is repeated whose answer is older than the mirror. */
const tries = 3;

/**
 * Asks for the wanted rows of these scopes, and stores them; then the mirror is level. Returns the outcome of the call that failed, or
 * null. A wanted row that the server does not return was removed.
 */
export async function fetchWanted(wire: Wire, scopes: readonly string[]): Promise<Outcome | null> {
  for (const scope of scopes) {
    for (;;) {
      const refs = ((await readCursor(wire.db))?.windows?.[scope]?.wanted ?? []).map(refOf);
      const ofOne = refs.filter(({ resource }) => resource === refs[0]?.resource).slice(0, windowIds);
      if (ofOne.length === 0) break;
      const path = pathOf(rowsById.path, eventOf(scope), { resource: ofOne[0]!.resource, ids: ofOne.map(({ id }) => id).join(',') });
      const failed = await ask(wire, path, { wanted: ofOne.map(entityKey), isLast: true });
      if (failed) return failed;
    }
  }
  return null;
}

/** Returns the address of a call about an event. */
export const pathOf = (path: string, eventId: number, query: Record<string, string>): string =>
  `${path.replace(':event', String(eventId))}?${new URLSearchParams(query)}`;

/** Sends a call and stores its answer. Returns the outcome of a call that failed, or null. */
export async function ask({ db, ports, api }: Wire, path: string, asked: Asked): Promise<Outcome | null> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const outcome = await api.send({ method: 'GET', path });
    if (outcome.kind !== 'answer' || outcome.status !== 200) return outcome;
    const answer = rowsById.answer.safeParse(outcome.body);
    if (!answer.success) {
      ports.reportFault(new Unreadable('rows of a window that cannot be read', { cause: answer.error }));
      return { kind: 'answer', status: 500, body: undefined };
    }
    const isStored = await storeUsable(
      (onUnusable) => storeAnswer(db, answer.data, { ...asked, now: ports.now(), onUnusable }),
      (fault) => ports.reportFault(fault),
    );
    if (isStored) return null;
  }
  return { kind: 'answer', status: 503, body: undefined };
}

/**
 * Stores the rows of an answer in one transaction. Returns false if they may be older than the mirror, which could bring a removed row
 * back, or if the list has been cut in the meantime, which would leave a hole: the caller asks again. With `onUnusable` unusable rows are
 * skipped; without it the transaction fails.
 */
export async function storeAnswer(
  db: EventDatabase,
  answer: WindowAnswer,
  {
    wanted = [],
    isLast = false,
    below,
    page,
    now,
    onUnusable,
  }: Asked & { readonly now: number; readonly onUnusable?: OnUnusable | undefined },
): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.meta, db.pages, ...db.mirrorTables], async () => {
    const stored = await readCursor(db);
    const { scope, epoch, number } = answer.window;
    const own = usablePosition(stored)?.windows?.[scope];
    if (!stored || !own || own.epoch !== epoch || number < own.number || (await isWiped(db))) return false;
    if (below && !(await reaches(db, own, below))) return false;
    const floors = completed(answer, { wanted, below });
    const update = await WindowUpdate.begin(db, stored.windows ?? {}, [{ ...answer.window, floors }]);
    const rows = rowsOf(answer);
    const byResource = groupBy(rows, ({ resource }) => resource);
    for (const resource of resources) {
      const changes = byResource.get(resource.name);
      // Without this, Dexie would lose its transaction among many awaits without a request.
      if (!changes) continue;
      await storeEach(changes, (some) => storeArrivals(db, resource, some.map(arrivalOf)), onUnusable);
    }
    const arrived = new Set(rows.map(entityKey));
    for (const key of wanted) if (!arrived.has(key)) await storeRemoved(db, update, key);
    update.answered(scope, wanted);
    const windows = await update.end({ isAnswer: true });
    if (page) await db.pages.put({ name: pageName(scope, page.list, page.number), rows: keysOfList(answer, page.list), at: now });
    const isLevel = isLast && windows[scope]?.wanted.length === 0;
    await writeCursor(db, { ...stored, windows, ...(isLevel && { levelAt: now }) });
    return true;
  });
}

const keysOfList = ({ changes }: WindowAnswer, list: string): string[] =>
  changes.filter(({ resource, row }) => row !== null && listOf(resource, row) === list).map(entityKey);

/** Returns whether all rows of the list from this order on are held. */
async function reaches(db: EventDatabase, { floors }: DeviceWindow, { list, order }: NonNullable<Asked['below']>): Promise<boolean> {
  const parent = parentOfList(list);
  if (parent && !(await db.mirror(parent.resource).get(parent.id))) return false;
  return (floors[list] ?? (parent ? 0 : Infinity)) <= order;
}

/** Returns the floors that an answer changes. A wanted thread without a floor is whole; a page lowers no floor of its own list. */
function completed({ window }: WindowAnswer, { wanted = [], below }: Asked): Floors {
  const threads = wanted.map(refOf).map(({ resource, id }) => [repliesOf(resource, id), 0] as const);
  const arrived = Object.entries(window.floors).filter(([list]) => parentOfList(list) || list === below?.list);
  return Object.fromEntries([...threads, ...arrived]);
}

async function storeRemoved(db: EventDatabase, update: WindowUpdate, key: string): Promise<void> {
  const { resource: name, id } = refOf(key);
  const resource = resourceNamed(name);
  const version = (await db.mirror(name).get(id))?.version ?? 0;
  await update.removeBelow(resource, [id]);
  await storeArrivals(db, resource, [{ id, base: { row: null, version } }]);
}
