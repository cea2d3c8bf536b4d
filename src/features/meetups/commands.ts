import type { Meetup } from '#contract/resources/meetups.ts';
import { draftedBy, isCreate } from '#commands/command-fields.ts';
import type { CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

export const meetups: CommandPresenter = {
  title: ({ t }, entry) => t(isCreate(entry) ? 'command.meetups.create' : 'command.meetups.remove'),
  refused: ({ t }, entry) => t(isCreate(entry) ? 'meetup_create.failed' : 'meetup.delete_failed'),
  text: ({ formats }, entry) => {
    const { title, description, startDate } = draftedBy<Meetup>(entry);
    if (!isCreate(entry)) return title ?? null;
    return [title, startDate && formats.dateTime(startDate), description].filter(Boolean).join('\n');
  },
  edit: ({ t }, entry) => (isCreate(entry) ? t('refused.edit') : null),
  Form,
  toasts: true,
};
