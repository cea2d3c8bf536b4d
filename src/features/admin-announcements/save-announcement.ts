import { type Announcement, announcements } from '#contract/resources/announcements.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import type { AnnouncementValues } from './announcement-fields.tsx';

/** Returns the commands that create an announcement under `id`, and publish it unless it stays a draft. */
export function createCommands(id: string, eventId: number, { title, content }: AnnouncementValues, published: boolean): Command[] {
  const created = command(announcements, 'create', { title, content }, { id, eventId });
  return published ? [created, switchCommand({ id, eventId }, true)] : [created];
}

export function switchCommand({ id, eventId }: Pick<Announcement, 'id' | 'eventId'>, published: boolean): Command {
  return command(announcements, published ? 'activate' : 'deactivate', {}, { id, eventId });
}

export function changeCommands({ id, eventId }: Announcement, changes: Partial<AnnouncementValues>): Command[] {
  return Object.keys(changes).length > 0 ? [command(announcements, 'edit', changes, { id, eventId })] : [];
}
