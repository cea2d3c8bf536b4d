import { type BaseRow, entityKey } from '#contract/resource.ts';
import type { RowChange } from '../services/feed/change-log.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { namesOf } from '../store/accounts/accounts.ts';
import { deletePendingNews, type PendingNews, insertPendingNews, takeDueNews } from '../store/push/pending-news.ts';
import { deleteNewsPushesOf, insertNewsPushes } from '../store/push/news-pushes.ts';
import { hidersOf, type PushKind } from '../store/push/push-receivers.ts';
import { isModuleOff } from '../store/repositories/module-rows.ts';
import { loadRows } from '../store/repositories/rows.ts';
import type { ReadHandle, WriteHandle } from '../store/store.ts';
import type { AnyDescriptor } from '../resources/definition/descriptor.ts';
import { descriptorOf, descriptors } from '../resources/catalogue/descriptors.ts';
import { audienceOf, type NewsAudience } from './news-audience.ts';
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
  for (const news of due.values()) await insertPushes(trx, news, { origin, now });
}

async function insertPushes(
  trx: WriteHandle,
  pending: readonly PendingNews[],
  { origin, now }: { origin: string; now: number },
): Promise<void> {
  const [{ resource, eventId }] = pending as readonly [PendingNews];
  const declared = descriptorOf(resource).news;
  if (!declared || (await isOff(trx, resource, eventId))) return;
  const rowIds = pending.map(({ rowId }) => rowId);
  const rows = (await loadRows(trx, resource, rowIds)) as Map<string, AuthoredRow>;
  const news = pending.filter(({ rowId }) => rows.has(rowId));
  const audience = await audienceOf(trx, { resource, eventId, rows: [...rows.values()], news: declared }, now);
  for (const { kind, latest, devices } of await byLatest(trx, news, rows, audience)) {
    const { rowId, authorId, createdAt } = latest;
    const row = rows.get(rowId) as AuthoredRow;
    const name = (await namesOf(trx, [authorId])).get(authorId) ?? '';
    const topic = `${kind === 'mentions' ? kind : resource}-${eventId}`;
    const payload = inEachLanguage((language) => {
      const { texts, text, path } = audience.words(kind, row, language);
      return newsPayload({ resource: texts, name, text }, { url: `${origin}/#${path}`, topic }, language);
    });
    const ofMany = inEachLanguage((language) =>
      payloadOfMany(audience.words(kind, row, language).texts, { url: `${origin}/#${declared.path}`, topic }, language),
    );
    const about = { eventId, setting: kind, topic, rowKey: entityKey({ resource, id: rowId }), authorId, createdAt };
    await insertNewsPushes(trx, { ...about, devices, payload, payloadOfMany: ofMany }, now);
  }
}

/** Returns whether the event has turned the module off: its news are removed without a push, because no screen shows them. */
async function isOff(db: ReadHandle, resource: string, eventId: number): Promise<boolean> {
  const { module } = descriptorOf(resource);
  return module !== undefined && isModuleOff(db, eventId, module.id);
}

/** Devices that get the same push: of one kind, with the same latest row. */
interface Group {
  readonly kind: PushKind;
  readonly latest: PendingNews;
  readonly devices: [id: number, count: number][];
}

/** Returns the receiving devices with their number of news, by their latest row. A device's own and hidden authors' news are left out. */
async function byLatest(
  db: ReadHandle,
  news: readonly PendingNews[],
  rows: ReadonlyMap<string, BaseRow>,
  { receivers, kindOf }: NewsAudience,
): Promise<Iterable<Group>> {
  const groups = new Map<string, Group>();
  const hidden = await hidersOf(db, [...new Set(news.map(({ authorId }) => authorId))]);
  for (const receiver of receivers) {
    const unseen = hidden.get(receiver.userId);
    const own = new Map<PushKind, { latest: PendingNews; count: number }>();
    for (const latest of news) {
      if (latest.authorId === receiver.userId || unseen?.has(latest.authorId)) continue;
      const kind = kindOf(receiver.userId, rows.get(latest.rowId) as BaseRow);
      if (kind !== null) own.set(kind, { latest, count: (own.get(kind)?.count ?? 0) + 1 });
    }
    for (const [kind, { latest, count }] of own) {
      const key = `${kind} ${latest.rowId}`;
      const group = groups.get(key) ?? { kind, latest, devices: [] };
      groups.set(key, group);
      group.devices.push([receiver.id, count]);
    }
  }
  return groups.values();
}

function refOf({ resource, rowBefore }: RowChange): Pick<PendingNews, 'resource' | 'rowId'> {
  return { resource, rowId: String((rowBefore as BaseRow).id) };
}

function keyOf(change: RowChange): string {
  const { resource, rowId: id } = refOf(change);
  return entityKey({ resource, id });
}
