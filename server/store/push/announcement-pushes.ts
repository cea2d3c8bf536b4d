import { sql } from 'kysely';
import type { Messages } from './push-subscriptions.ts';
import { sqlOf, type Writing } from '../core/handles.ts';

/** What a push of an announcement is about: told to a device once, and the notification that a newer one of it replaces. */
export function announcementSubject(id: string): string {
  return `announcement-${id}`;
}

/** Of jobs under the name `job`: those that tell of an announcement which is not out any more. They wait, since it may be put out again. */
export const isWithdrawn = sql<boolean>`(job.subject like 'announcement-%' and job.subject not in (
  select 'announcement-' || announcements.id from announcements where announcements.active = 1))`;

/** What is still to be told of an announcement is told in other words. */
export async function rewordAnnouncement(trx: Writing, id: string, payload: Messages): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('subject', '=', announcementSubject(id))
    // What is on its way may have to be sent again.
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}
