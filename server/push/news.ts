import { type BaseRow, entityKey } from '#contract/resource.ts';
import type { RowChange } from '../services/feed/change-log.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { namesOf } from '../store/accounts/accounts.ts';
import { deletePendingNews, type PendingNews, insertPendingNews, takeDueNews } from '../store/push/pending-news.ts';
import { deleteNewsPushesOf, insertNewsPushes } from '../store/push/news-pushes.ts';
import { hidersOf, readReceivers } from '../store/push/push-receivers.ts';
import { isModuleOff } from '../store/repositories/module-rows.ts';
import { loadRows } from '../store/repositories/rows.ts';
import type { ReadHandle, WriteHandle } from '../store/store.ts';
import type { AnyDescriptor } from '../resources/definition/descriptor.ts';
import { descriptorOf, descriptors } from '../resources/catalogue/descriptors.ts';
import { inEachLanguage, newsPayload, payloadOfMany } from './payload.ts';

const announcedResources = new Set(
  (descriptors as readonly AnyDescriptor[]).flatMap(({ resource, news }): string[] => (news ? [resource.name] : [])),
);

interface AuthoredRow extends BaseRow {
  readonly eventId: number;
  readonly authorId: number;
}

/** Stores news of created rows, which the delivery finds when they are due, and deletes news and unsent pushes of deleted rows. */
export const newsHook: BeforeCommit = async (trx, changes, now) => {
  const shared = changes.filter(({ resource }) => announcedResources.has(resource));
  const deleted = shared.filter(({ rowAfter }) => rowAfter === null);
  if (deleted.length > 0) {
    await deletePendingNews(trx, deleted.map(refOf));
    await deleteNewsPushesOf(trx, deleted.map(keyOf));
  }
  const created = shared.filter(({ rowBefore, rowAfter }) => rowBefore === null && rowAfter !== null);
  if (created.length === 0) return null;
  const news = created.map(({ resource, rowAfter }) => {
    const { id, eventId, authorId } = rowAfter as AuthoredRow;
    return { resource, rowId: String(id), eventId, authorId };
  });
  await insertPendingNews(trx, news, now);
  return null;
};

/**
 * Turns due news into jobs for the other users whose active event it is, one per device. Skips deleted rows and modules that are off.
 * `origin` is the address of the app.
 */
export async function queueDueNews(trx: WriteHandle, origin: string, now: number): Promise<void> {
  const due = Map.groupBy(await takeDueNews(trx, now), ({ resource, eventId }) => `${resource}-${eventId}`);
  for (const [topic, news] of due) await insertPushes(trx, topic, news, { origin, now });
}

async function insertPushes(
  trx: WriteHandle,
  topic: string,
  pending: readonly PendingNews[],
  { origin, now }: { origin: string; now: number },
): Promise<void> {
  const [{ resource, eventId }] = pending as readonly [PendingNews];
  const kind = descriptorOf(resource).news;
  if (!kind || (await isOff(trx, resource, eventId))) return;
  const rowIds = pending.map(({ rowId }) => rowId);
  const rows = (await loadRows(trx, resource, rowIds)) as Map<string, AuthoredRow>;
  const news = pending.filter(({ rowId }) => rows.has(rowId));
  const { setting, path } = kind;
  const place = { url: `${origin}/#${path}`, topic };
  for (const [{ rowId, authorId, createdAt }, devices] of await byLatest(trx, news, { eventId, setting }, now)) {
    const name = (await namesOf(trx, [authorId])).get(authorId) ?? '';
    const words = { resource, name, text: kind.text(rows.get(rowId) as AuthoredRow) };
    const payload = inEachLanguage((language) => newsPayload(words, place, language));
    const ofMany = inEachLanguage((language) => payloadOfMany(resource, place, language));
    const about = { eventId, setting, topic, rowKey: entityKey({ resource, id: rowId }), authorId, createdAt };
    await insertNewsPushes(trx, { ...about, devices, payload, payloadOfMany: ofMany }, now);
  }
}

/** Returns whether the event has turned the module off: its news are removed without a push, because no screen shows them. */
async function isOff(db: ReadHandle, resource: string, eventId: number): Promise<boolean> {
  const { module } = descriptorOf(resource);
  return module !== undefined && isModuleOff(db, eventId, module.id);
}

/** Returns the receiving devices with their number of news, by their latest row. A device's own and hidden authors' news are left out. */
async function byLatest(
  db: ReadHandle,
  news: readonly PendingNews[],
  audience: Parameters<typeof readReceivers>[1],
  now: number,
): Promise<Map<PendingNews, [id: number, count: number][]>> {
  const ofOthers = new Map<PendingNews, [number, number][]>();
  const authors = new Set(news.map(({ authorId }) => authorId));
  const hidden = await hidersOf(db, [...authors]);
  for (const { id, userId } of await readReceivers(db, audience, now)) {
    const unseen = hidden.get(userId);
    const seen = unseen || authors.has(userId) ? news.filter(({ authorId }) => authorId !== userId && !unseen?.has(authorId)) : news;
    const latest = seen.at(-1);
    if (!latest) continue;
    const devices = ofOthers.get(latest) ?? [];
    ofOthers.set(latest, devices);
    devices.push([id, seen.length]);
  }
  return ofOthers;
}

function refOf({ resource, rowBefore }: RowChange): Pick<PendingNews, 'resource' | 'rowId'> {
  return { resource, rowId: String((rowBefore as BaseRow).id) };
}

function keyOf(change: RowChange): string {
  const { resource, rowId: id } = refOf(change);
  return entityKey({ resource, id });
}
