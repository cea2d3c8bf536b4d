import { type FeedChange, feedLinesByWindow, type FeedPage } from '#contract/endpoints/core.ts';
import type { AnyResource, BaseRow } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { pageOfLine } from '#contract/rules/feed-tables.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { groupBy } from '#lib/group-by.ts';
import { isWiped } from '../outbox/wipe.ts';
import { arrivalOf, clearMirror, clearTables, dropOutside, storeArrivals, storeNew } from '../mirror/mirror.ts';
import { markMissingRowsDeleted, storeUnseenChanges, updateUnseenChanges } from '../mirror/unseen-changes.ts';
import { isWhole } from '../mirror/readable.ts';
import { deleteSeenElsewhere } from '../mirror/seen-changes.ts';
import { rowsInUse } from '../mirror/rows-in-use.ts';
import { dropPages, WindowUpdate } from '../mirror/windows.ts';
import { isIncomplete, positionAfter, readCursor, rowsOf, usablePosition, writeCursor } from './cursor.ts';
import { type OnUnusable, storeEach, storeUsable } from './row-by-row.ts';
import { fetchWanted } from './window-calls.ts';
import type { Ports } from '../device/ports.ts';
import { dropBytes } from '../outbox/waiting-bytes.ts';
import { forget } from '../outbox/loss-journal.ts';
import { LocalFailure, type Outcome, Unreadable } from '../wire/transport.ts';

/** How long (ms) a pull waits for the lock: another tab may be in a first load, and a frozen tab never releases it. */
const lockPatience = 60_000;

/**
 * Reads the change feed until it is complete. One pull runs at a time per browser; a page counts only if it continues the stored cursor.
 * `onRows` receives the number of rows of each page and whether the mirror is being loaded again.
 */
export async function pull(
  db: EventDatabase,
  ports: Ports,
  api: ApiClient,
  onRows: (rows: number, loading: boolean) => void,
): Promise<Outcome> {
  const read = async (): Promise<Outcome> => {
    const position = usablePosition(await readCursor(db));
    let cursor = position?.cursor;
    let loading = position === undefined || isIncomplete(position);
    let last: FeedPage | undefined;
    const query = new URLSearchParams({ ...(cursor !== undefined && { cursor }), piecewise: '1' });
    const outcome = await api.sendForLines(
      { method: 'GET', path: `/api/sync?${query}`, headers: { accept: feedLinesByWindow } },
      async (line) => {
        const page = readable(line);
        try {
          let settled: readonly string[] = [];
          const taken = await storeUsable(
            (onUnusable) => applyPage(db, page, { from: cursor, now: ports.now(), onSettled: (keys) => void (settled = keys), onUnusable }),
            (fault) => ports.reportFault(fault),
          );
          if (!taken) return;
          await forget(ports.store, db.userId, settled);
        } catch (error) {
          throw new LocalFailure(error);
        }
        cursor = page.cursor;
        last = page;
        loading ||= page.reset || page.keep !== undefined;
        onRows(rowsOf(page).length, loading);
      },
    );
    if (outcome.kind !== 'answer' || outcome.status !== 200 || !last || last.more) return outcome;
    const failed = await fetchWanted({ db, ports, api }, last.windows?.map(({ scope }) => scope) ?? []);
    return failed ?? outcome;
  };
  return ports.withLock(`event-companion-pull-${db.userId}`, read, lockPatience);
}

function readable(line: unknown): FeedPage {
  try {
    return pageOfLine(line);
  } catch (cause) {
    throw new Unreadable('a page of news that cannot be read', { cause });
  }
}

interface PageOptions {
  readonly from: string | undefined;
  readonly now: number;
  readonly onSettled?: (keys: readonly string[]) => void;
  readonly onUnusable?: OnUnusable | undefined;
}

/**
 * Stores one page and its cursor in one transaction. Returns false if the stored cursor is not `from` or the mirror was wiped. `onSettled`
 * receives the keys of answered commands. With `onUnusable` unusable rows are skipped; without it the transaction fails.
 */
export async function applyPage(
  db: EventDatabase,
  page: FeedPage,
  { from, now, onSettled = () => undefined, onUnusable }: PageOptions,
): Promise<boolean> {
  // Only a load drops rows, which drafts may need.
  const forLoad = from === undefined || page.reset || page.keep || page.windows ? [db.drafts, db.pages] : [];
  return db.transaction('rw', [db.outbox, db.meta, db.news, db.blobs, ...forLoad, ...db.mirrorTables], async () => {
    const stored = await readCursor(db);
    const position = usablePosition(stored);
    if (position?.cursor !== from || (await isWiped(db))) return false;
    const before = page.reset ? undefined : position;
    const loading = before?.loading ?? true;
    const adding = page.keep !== undefined || (before?.adding ?? false);
    const arriving = before?.arriving ?? [];
    const { windows: arrived = [], keep } = page;
    const isKept = (scope: string): boolean => before !== undefined && (keep?.includes(scope) ?? true);
    const used = new Map<string, ReadonlySet<string>>();
    for (const { scope } of arrived) if (!isKept(scope)) used.set(scope, await rowsInUse(db, scope));
    // An app that lacked a resource never cleared its table, even during a load.
    if (before)
      await clearTables(
        db,
        arriving.filter((resource) => !stored?.arriving?.includes(resource)),
      );
    else await clearMirror(db);
    if (before && keep) await dropOutside(db, keep, new Set([...used.values()].flatMap((keys) => [...keys])));
    const heldBefore = Object.entries(stored?.windows ?? {});
    await dropPages(
      db,
      heldBefore.flatMap(([scope]) => (isKept(scope) ? [] : [scope])),
    );
    const held = Object.fromEntries(heldBefore.filter(([scope]) => isKept(scope)));
    // A page without windows is stored as it is.
    const update = arrived.length > 0 || heldBefore.length > 0 ? await WindowUpdate.begin(db, held, arrived) : null;
    for (const [scope, keys] of used) await update?.want(scope, keys);
    const settled = await settleByKey(db, rowsOf(page));
    onSettled(settled.map(({ key }) => key));
    const own = groupBy(settled.filter(isWhole), (entry) => entry.entities[0] as string);
    const store = async (resource: AnyResource, changes: readonly FeedChange[]): Promise<void> => {
      if ((loading || adding) && !onUnusable && changes.every(({ row }) => row !== null)) {
        const rows = changes.map(({ row }) => row as BaseRow);
        await updateUnseenChanges(db, resource, rows);
        await storeNew(db, resource, rows);
      } else await storeArrivals(db, resource, changes.map(arrivalOf));
    };
    const storeAll = async (resource: AnyResource, changes: readonly FeedChange[], isInAnyCase: boolean): Promise<void> => {
      const inside = async (some: readonly FeedChange[]) => (isInAnyCase || !update ? some : update.inside(resource, some));
      await storeEach(changes, async (some) => store(resource, await inside(some)), onUnusable);
    };
    const named = groupBy(page.with ?? [], ({ resource }) => resource);
    const byResource = groupBy(page.changes, ({ resource }) => resource);
    for (const resource of resources) {
      const inAnyCase = named.get(resource.name);
      if (inAnyCase) await storeAll(resource, inAnyCase, true);
      const changes = byResource.get(resource.name);
      if (!changes) continue;
      if (!onUnusable && !loading && !arriving.includes(resource.name)) {
        await storeUnseenChanges(db, resource, changes, { now, settled: own, ofWhatIsHere: adding });
      }
      await storeAll(resource, changes, false);
      if (!loading && !adding) update?.noteKept(resource, changes);
    }
    if ((loading || adding) && !page.more) await markUnloadedChanges(db);
    await deleteSeenElsewhere(db);
    const windows = await update?.end();
    const isLevel = !page.more && arrived.every(({ scope }) => windows?.[scope]?.wanted.length === 0);
    await writeCursor(db, positionAfter(before, page, isLevel ? now : (stored?.levelAt ?? null), windows));
    return true;
  });
}

/** Marks unseen changes as deleted if a load has not brought their rows. */
async function markUnloadedChanges(db: EventDatabase): Promise<void> {
  if ((await db.news.count()) === 0) return;
  const { activeEventId = null } = (await db.mirror('me').get(db.userId)) ?? {};
  for (const resource of resources) await markMissingRowsDeleted(db, resource, activeEventId);
}

/** A change with the key of a pending command answers it. Deletes these commands and returns them. */
async function settleByKey(db: EventDatabase, changes: readonly FeedChange[]): Promise<OutboxEntry[]> {
  const keys = changes.flatMap(({ key }) => (key === undefined ? [] : [key]));
  if (keys.length === 0 || (await db.outbox.count()) === 0) return [];
  const settled = await db.outbox.where('key').anyOf(keys).toArray();
  await db.outbox.bulkDelete(settled.map(({ seq }) => seq));
  await dropBytes(db, settled);
  return settled;
}
