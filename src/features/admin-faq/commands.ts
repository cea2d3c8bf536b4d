import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { faqWords } from './faq-words.ts';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

const titles = { create: 'command.faqEntries.create', edit: 'command.faqEntries.edit', remove: 'command.faqEntries.remove' } as const;
const refusals = {
  create: 'admin_faq.create_failed',
  edit: 'admin_faq.update_failed',
  remove: 'admin_faq.delete_failed',
} as const;

export const faqEntries: CommandPresenter<CommandOn<'faqEntries'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (words, entry) => faqWords.value(words, draftedBy(entry)),
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: faqWords,
  toasts: true,
};
