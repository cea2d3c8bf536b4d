import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import type { AnnouncementValues } from './announcement-form.ts';

/** Creates it under `id`, then publishes it if it is not to stay a draft. */
export function createCommands(id: string, eventId: number, { title, content }: AnnouncementValues, published: boolean): Command[] {
  const created = command(announcements, 'create', { title, content }, { id, eventId });
  return published ? [created, switchCommand({ id, eventId }, true)] : [created];
}

/** Publishes or withdraws it. */
export function switchCommand({ id, eventId }: Pick<Announcement, 'id' | 'eventId'>, published: boolean): Command {
  return command(announcements, published ? 'activate' : 'deactivate', {}, { id, eventId });
}

/** Sends title and text, each only if it changed. */
export function changeCommands({ id, eventId }: Announcement, changes: Partial<AnnouncementValues>): Command[] {
  return Object.keys(changes).length > 0 ? [command(announcements, 'edit', changes, { id, eventId })] : [];
}
