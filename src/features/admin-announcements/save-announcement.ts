import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import type { SyncClient } from '../../sync/client.ts';
import type { AnnouncementValues } from './announcement-form.ts';

/** Creates it, then activates it if it shall be active. Throws `Refusal` or `StorageError` while nothing has been stored. */
export async function createAnnouncement(
  client: Pick<SyncClient, 'execute'>,
  eventId: number,
  { title, content, active }: AnnouncementValues,
): Promise<void> {
  const id = await client.execute(announcements, 'create', { title: title.trim(), content }, { eventId });
  if (active) await client.execute(announcements, 'activate', {}, { id, eventId });
}

/** Sends title and text only if those changed, and whether it is active only if that changed; the text first, so that a push carries it. */
export async function updateAnnouncement(
  client: Pick<SyncClient, 'execute'>,
  { id, eventId }: Announcement,
  { active, title, content }: Partial<AnnouncementValues>,
): Promise<void> {
  const args = { ...(title === undefined ? {} : { title: title.trim() }), ...(content === undefined ? {} : { content }) };
  if (Object.keys(args).length > 0) await client.execute(announcements, 'edit', args, { id, eventId });
  if (active !== undefined) await client.execute(announcements, active ? 'activate' : 'deactivate', {}, { id, eventId });
}
