import type { ProfileChange } from '../../../contract/resources/me.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { reasonText } from '../../i18n/errors.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { profileFields } from './profile-form.ts';

const CommandPicture = lazyComponent(async () => (await import('./command-picture.tsx')).CommandPicture, 'part');
const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

/** The texts that a change of the profile brings. */
export function changedTexts(entry: OutboxEntry): readonly (typeof profileFields)[number][] {
  const args = entry.args as ProfileChange;
  return profileFields.filter((field) => args[field] !== undefined);
}

/** How changes of one's profile are shown and mended wherever what is unsent is listed. */
export const profileCommand: CommandPresenter = {
  title: ({ t }) => t('command.me.save'),
  refused: ({ t }) => t('profile.save_failed'),
  refusedToast: ({ t }, entry) => reasonText(t, entry.lastError?.code, t('profile.save_failed')),
  text: ({ t }, entry) => {
    const args = entry.args as ProfileChange;
    const lines = changedTexts(entry).map((field) => `${t(`profile.${field}`)}: ${args[field] ?? ''}`);
    if (args.image === null) lines.push(t('profile.picture_removed'));
    return lines.length > 0 ? lines.join('\n') : null;
  },
  edit: ({ t }, entry) => (changedTexts(entry).length > 0 ? t('refused.edit') : null),
  Form,
  Picture: CommandPicture,
  toasts: true,
};
