import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { eventWords } from './event-words.ts';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

export const events: CommandPresenter<CommandOn<'events'>> = {
  title: ({ t }) => t('command.events.edit'),
  refused: ({ t }) => t('admin_event_data_update_error'),
  text: (words, { args }) => eventWords.value(words, args),
  edit: ({ t }) => t('refused.edit'),
  Form,
  Picture: CommandPicture,
  conflict: eventWords,
  toasts: true,
};
