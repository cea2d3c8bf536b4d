import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { scheduleWords } from './schedule-words.ts';

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
export const scheduleCommand: CommandPresenter = {
  title: ({ t }, { mutation }) => t(titles[mutation as keyof typeof titles]),
  refused: ({ t }, { mutation }) => t(refusals[mutation as keyof typeof refusals]),
  text: (words, entry) => scheduleWords.value(words, draftedBy(entry)),
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: scheduleWords,
  toasts: true,
};
