import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { scheduleWords } from './schedule-words.ts';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

const titles = { create: 'command.schedule.create', edit: 'command.schedule.edit', remove: 'command.schedule.remove' } as const;
const refusals = {
  create: 'admin_schedule_create_error',
  edit: 'admin_schedule_update_error',
  remove: 'admin_schedule_delete_error',
} as const;

export const schedule: CommandPresenter<CommandOn<'schedule'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (words, entry) => scheduleWords.value(words, draftedBy(entry)),
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: scheduleWords,
  toasts: true,
};
