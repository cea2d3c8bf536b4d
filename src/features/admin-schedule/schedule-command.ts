import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { scheduleWords, type Words } from './schedule-words.ts';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

/** The entry as the command would have left it. */
export function draftedBy(entry: OutboxEntry): Partial<ScheduleEntry> {
  return { ...(entry.base as ScheduleEntry | null), ...(entry.args as Partial<ScheduleEntry>) };
}

const titles = { create: 'command.schedule.create', edit: 'command.schedule.edit', remove: 'command.schedule.remove' } as const;
const refusals = {
  create: 'admin_schedule_create_error',
  edit: 'admin_schedule_update_error',
  remove: 'admin_schedule_delete_error',
} as const;

/** How commands on schedule entries are shown and mended wherever what is unsent is listed. */
export const scheduleCommand = {
  title: ({ t }: Words, { mutation }: OutboxEntry): string => t(titles[mutation as keyof typeof titles]),
  refused: ({ t }: Words, { mutation }: OutboxEntry): string => t(refusals[mutation as keyof typeof refusals]),
  text: (words: Words, entry: OutboxEntry): string | null => scheduleWords.value(words, draftedBy(entry)),
  edit: ({ t }: Words, { mutation }: OutboxEntry): string | null => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: scheduleWords,
  toasts: true as const,
};
