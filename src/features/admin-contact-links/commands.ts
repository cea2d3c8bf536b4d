import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { contactLinkWords } from './contact-link-words.ts';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

const titles = { create: 'command.contactLinks.create', edit: 'command.contactLinks.edit', remove: 'command.contactLinks.remove' } as const;
const refusals = {
  create: 'contact_links.create_failed',
  edit: 'contact_links.update_failed',
  remove: 'contact_links.delete_failed',
} as const;

export const contactLinks: CommandPresenter<CommandOn<'contactLinks'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (words, entry) => contactLinkWords.value(words, draftedBy(entry)),
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: contactLinkWords,
  toasts: true,
};
