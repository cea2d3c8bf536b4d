import { draftedBy } from '#commands/command-fields.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { announcementWords } from './announcement-words.ts';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

const hasText = ({ mutation }: OutboxEntry): boolean => mutation === 'create' || mutation === 'edit';

const titles = {
  create: 'command.announcements.create',
  edit: 'command.announcements.edit',
  activate: 'command.announcements.activate',
  deactivate: 'command.announcements.deactivate',
} as const;

export const announcements: CommandPresenter<CommandOn<'announcements'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(mutation === 'create' ? 'announcements.create_failed' : 'announcements.update_failed'),
  text: (_words, entry) => {
    const { title, content } = draftedBy(entry);
    return hasText(entry) ? `${title}\n${content}`.trim() : (title ?? null);
  },
  edit: ({ t }, entry) => (hasText(entry) ? t('refused.edit') : null),
  Form,
  conflict: announcementWords,
  toasts: true,
};
