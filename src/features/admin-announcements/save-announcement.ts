import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import type { AnnouncementValues } from './announcement-form.ts';

/** Creates it under `id`, then activates it if it shall be active. */
export function createCommands(id: string, eventId: number, { title, content, active }: AnnouncementValues): Command[] {
  const target = { id, eventId };
  const created = command(announcements, 'create', { title: title.trim(), content }, target);
  return active ? [created, command(announcements, 'activate', {}, target)] : [created];
}

/** Sends title and text only if those changed, and whether it is active only if that changed; the text first, so that a push carries it. */
export function changeCommands({ id, eventId }: Announcement, { active, title, content }: Partial<AnnouncementValues>): Command[] {
  const target = { id, eventId };
  const args = { ...(title === undefined ? {} : { title: title.trim() }), ...(content === undefined ? {} : { content }) };
  const edits = Object.keys(args).length > 0 ? [command(announcements, 'edit', args, target)] : [];
  return active === undefined ? edits : [...edits, command(announcements, active ? 'activate' : 'deactivate', {}, target)];
}
