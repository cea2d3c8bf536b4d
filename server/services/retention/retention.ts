import { setImmediate as nextTurn } from 'node:timers/promises';
import { deletesAt } from '#contract/rules/kept-days.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Me } from '#contract/resources/me.ts';
import { times } from '#contract/times.ts';
import { retirePictures } from '#server/store/images/retired-pictures.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { idsInEvent } from '#server/store/repositories/events/deleted-event.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import {
  deleteRecordsOfPeople,
  eventAdminsOf,
  hasPersonalData,
  namingResources,
  participantsOf,
  personalResources,
  retainedEvents,
  type RetainedEvent,
} from '#server/store/repositories/events/event-retention.ts';
import { namedPictures } from '#server/store/repositories/pictures.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { removeRows } from '../feed/removed-rows.ts';
import { endMembership } from '../membership/add-member.ts';
import { removedPictureLinks } from '../accounts/removed-picture-links.ts';
import { releaseQuotas } from '../commands/constraints/quotas.ts';
import { countReactions } from '../reactions/count-reactions.ts';

/** How long (ms) before the deletion of personal data event admins are notified. */
const notice = 7 * times.day;

/** The notice (ms) if it is late: the event was over before there was a date, or the server was off. */
const lateNotice = 30 * times.day;

/** How late (ms) the job may be without a longer notice. */
const tolerance = times.day;

/** Rows per transaction: other writes get their turn in between. */
const atOnce = 200;

/**
 * Notifies event admins a week before, and then deletes personal data of events whose time is over (decision 88). `now` has to be
 * confirmed.
 */
export async function applyRetention(store: Store, now: number, stopping?: AbortSignal): Promise<void> {
  for (const event of await retainedEvents(store.reading)) {
    if (stopping?.aborted) return;
    const noticeAt = deletesAt(event) - notice;
    if (Number.isNaN(noticeAt)) continue;
    if (now < noticeAt) await postpone(store, event, now);
    else if (event.deleteAt === null) await announce(store, event, now, now > noticeAt + tolerance ? lateNotice : notice);
    else if (now >= Math.max(event.deleteAt, deletesAt(event))) await deletePersonalData(store, event.id, now, stopping);
  }
}

/** Takes the announcement back, because event admins have chosen a later date. */
async function postpone(store: Store, { id, deleteAt }: RetainedEvent, now: number): Promise<void> {
  if (deleteAt !== null) await store.write(dynamicScopes(), (trx) => setDeletion(trx, id, null, now));
}

/** Notes the announced deletion in the row of the event; null takes it back. */
async function setDeletion(trx: WriteHandle, eventId: number, deletesAt: number | null, now: number): Promise<void> {
  const rowBefore = (await loadRows(trx, 'events', [eventId])).get(eventId);
  if (!rowBefore) return;
  const rowAfter = { ...rowBefore, deletesAt, version: rowBefore.version + 1 };
  await rowStoreOf('events').update(trx, [rowAfter]);
  await recordChanges(trx, [{ resource: 'events', rowBefore, rowAfter }], now);
}

async function announce(store: Store, event: RetainedEvent, now: number, span: number): Promise<void> {
  if (!(await hasPersonalData(store.reading, event.id))) return;
  await store.write(dynamicScopes(), async (trx) => {
    await setDeletion(trx, event.id, Math.max(deletesAt(event), now + span), now);
    for (const { userId, email } of await eventAdminsOf(trx, event.id))
      await insertMail(trx, { kind: 'event-data-ends', address: email, userId, eventId: event.id, language: null }, now);
  });
}

async function deletePersonalData(store: Store, eventId: number, now: number, stopping?: AbortSignal): Promise<void> {
  const inSlices = async (slice: (trx: WriteHandle) => Promise<RowChange[]>): Promise<void> => {
    for (let more = true; more && !stopping?.aborted; await nextTurn()) {
      more = await store.write(dynamicScopes(), async (trx) => {
        lockEvent(trx, eventId);
        const sliced = await slice(trx);
        const changes = [...sliced, ...(await countReactions(trx, sliced))];
        await retireRemovedPictures(trx, changes, now);
        await releaseQuotas(
          trx,
          changes.filter(({ rowAfter }) => rowAfter === null),
          now,
        );
        await recordChanges(trx, changes, now);
        return changes.length > 0;
      });
    }
  };
  for (const resource of personalResources)
    await inSlices(async (trx) => removeRows(trx, resource, (await idsInEvent(trx, resource, eventId)).slice(0, atOnce)));
  for (const { resource, field } of namingResources) await inSlices((trx) => withoutNames(trx, resource, field, eventId));
  await inSlices((trx) => endMemberships(trx, eventId, now));
  if (stopping?.aborted) return;
  await store.write(dynamicScopes(), async (trx) => {
    lockEvent(trx, eventId);
    await deleteRecordsOfPeople(trx, eventId);
    await setDeletion(trx, eventId, null, now);
  });
}

async function retireRemovedPictures(trx: WriteHandle, changes: readonly RowChange[], now: number): Promise<void> {
  const lost = [...new Set(changes.flatMap(removedPictureLinks))];
  const stillNamed = await namedPictures(trx, lost, true);
  await retirePictures(
    trx,
    lost.filter((link) => !stillNamed.has(link)),
    now,
  );
}

async function withoutNames(trx: WriteHandle, resource: string, field: string, eventId: number): Promise<RowChange[]> {
  const rows = [...(await loadRows(trx, resource, await idsInEvent(trx, resource, eventId))).values()];
  const naming = rows.filter((row) => (row as BaseRow & Record<string, unknown>)[field] != null).slice(0, atOnce);
  const after = naming.map((row) => ({ ...row, [field]: null, version: row.version + 1 }));
  await rowStoreOf(resource).update(trx, after);
  return naming.map((rowBefore, index) => ({ resource, rowBefore, rowAfter: after[index]! }));
}

async function endMemberships(trx: WriteHandle, eventId: number, now: number): Promise<RowChange[]> {
  const people = await participantsOf(trx, eventId, atOnce);
  const changes: RowChange[] = [];
  for (const me of (await loadRows(trx, 'me', people)).values()) changes.push(...(await endMembership(trx, me as Me, eventId, now)));
  return changes;
}
