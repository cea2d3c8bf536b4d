import { canonicalTitle } from '#contract/endpoints/admin-events.ts';
import { Refusal } from '#contract/errors.ts';
import type { BaseRow, RowId } from '#contract/resource.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { deleteEventRow, eventResources, idsInEvent, leaveDeleted, peopleIn } from '#server/store/repositories/events/deleted-event.ts';
import { namedPictures } from '#server/store/repositories/pictures.ts';
import { loadRows, readRow } from '#server/store/repositories/rows.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { writeAsAdmin } from '../auth/write-as.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { removedPictureLinks } from '../accounts/removed-picture-links.ts';

/**
 * Deletes an event with its rows, memberships, pictures, calendars and queued pushes. Members who were active there become active nowhere.
 * `title` is its title as typed. Throws `not_found`, `name_mismatch` or `forbidden`.
 */
export type DeleteEvent = (caller: Caller, eventId: number, title: string) => Promise<void>;

interface DeleteEventDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly pictures: { remove(link: string): Promise<void> };
  /** Removes files of an event, and redacts stored answers about deleted rows. */
  readonly forget: (eventId: number) => Promise<void>;
}

export function createDeleteEvent({ store, clock, log, pictures, forget }: DeleteEventDeps): DeleteEvent {
  return async (caller, eventId, title) => {
    const now = clock.now();
    const links = await writeAsAdmin({ store, clock }, caller, { access: 'global-admin' }, async (trx) => {
      const changes = await remove(trx, eventId, title);
      await audit(trx, now, { kind: 'events.removed', actorId: caller.userId, eventId, details: { title: title.trim() } });
      await recordChanges(trx, changes, now);
      const lost = changes.flatMap(removedPictureLinks);
      // A report elsewhere may name the picture.
      const stillNamed = await namedPictures(trx, lost, true);
      return lost.filter((link) => !stillNamed.has(link));
    });
    try {
      for (const link of links) await pictures.remove(link);
      await forget(eventId);
    } catch (error) {
      // The event is deleted; the sweep removes leftover files.
      log.error({ err: error }, 'something of a deleted event is still there');
    }
  };
}

async function remove(trx: WriteHandle, eventId: number, title: string): Promise<RowChange[]> {
  const event = (await readRow(trx, 'events', eventId)) as EventRow | null;
  if (!event) throw new Refusal('not_found');
  if (canonicalTitle(event.title) !== canonicalTitle(title)) throw new Refusal('name_mismatch');
  const removed: RowChange[] = [{ resource: 'events', rowBefore: event, rowAfter: null }];
  for (const resource of eventResources) {
    const rows = await loadRows(trx, resource, await idsInEvent(trx, resource, eventId));
    for (const rowBefore of rows.values()) removed.push({ resource, rowBefore, rowAfter: null });
  }
  const people = await peopleIn(trx, eventId);
  const before = await loadRows(trx, 'me', people);
  await leaveDeleted(trx, eventId, people);
  await deleteEventRow(trx, eventId);
  const after = await loadRows(trx, 'me', people);
  return [
    ...removed,
    ...people.map((id: RowId) => ({ resource: 'me', rowBefore: before.get(id) as BaseRow, rowAfter: after.get(id) as BaseRow })),
  ];
}
