import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { reasonText } from '#i18n/errors.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { changedTexts } from './profile-form.ts';

const CommandPicture = lazyComponent(async () => (await import('./command-picture.tsx')).CommandPicture, 'part');
const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

export const me: CommandPresenter<CommandOn<'me'>> = {
  title: ({ t }) => t('command.me.save'),
  refused: ({ t }) => t('profile.save_failed'),
  refusedToast: ({ t }, entry) => reasonText(t, entry.lastError?.code, t('profile.save_failed')),
  text: ({ t }, { args }) => {
    const lines = changedTexts(args).map((field) => `${t(`profile.${field}`)}: ${args[field] ?? ''}`);
    if (args.image === null) lines.push(t('profile.picture_removed'));
    return lines.length > 0 ? lines.join('\n') : null;
  },
  edit: ({ t }, { args }) => (changedTexts(args).length > 0 ? t('refused.edit') : null),
  Form,
  Picture: CommandPicture,
  toasts: true,
};

/** Presents commands on hidden people in lists of unsent commands, without their names. */
export const hiddenPeople: CommandPresenter<CommandOn<'hiddenPeople'>> = {
  title: ({ t }, { mutation }) => t(mutation === 'hide' ? 'command.hiddenPeople.hide' : 'command.hiddenPeople.show'),
  refused: ({ t }, { mutation }) => t(mutation === 'hide' ? 'hidden_people.hide_failed' : 'hidden_people.show_failed'),
  refusedToast: ({ t }, { mutation, lastError }) =>
    reasonText(t, lastError?.code, t(mutation === 'hide' ? 'hidden_people.hide_failed' : 'hidden_people.show_failed')),
  text: () => null,
  edit: () => null,
  toasts: true,
};
