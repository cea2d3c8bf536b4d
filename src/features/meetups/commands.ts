import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

export const meetups: CommandPresenter<CommandOn<'meetups'>> = {
  title: ({ t }, entry) => t(entry.mutation === 'create' ? 'command.meetups.create' : 'command.meetups.remove'),
  refused: ({ t }, entry) => t(entry.mutation === 'create' ? 'meetup_create.failed' : 'meetup.delete_failed'),
  text: ({ formats }, entry) => {
    const { title, description, startDate } = draftedBy(entry);
    if (entry.mutation !== 'create') return title ?? null;
    return [title, startDate && formats.dateTime(startDate), description].filter(Boolean).join('\n');
  },
  edit: ({ t }, entry) => (entry.mutation === 'create' ? t('refused.edit') : null),
  Form,
  toasts: true,
};
