import { sql } from 'kysely';
import type { Messages } from './push-subscriptions.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** Returns the subject of an announcement's pushes: a device receives it once, and a newer notification replaces the older one. */
export function announcementSubject(id: string): string {
  return `announcement-${id}`;
}

/**
 * True for a job (alias `job`) of an announcement that is not published any more. Such jobs stay pending because it may be published again.
 */
export const isWithdrawn = sql<boolean>`(job.subject like 'announcement-%' and job.subject not in (
  select 'announcement-' || announcements.id from announcements where announcements.active = 1))`;

export async function updateAnnouncementPushes(trx: WriteHandle, id: string, payload: Messages): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('subject', '=', announcementSubject(id))
    // Pushes in progress may have to be sent again.
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}
