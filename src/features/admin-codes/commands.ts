import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { reasonText } from '#i18n/errors.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { codeWords } from './code-words.ts';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

const titles = { create: 'command.codes.create', edit: 'command.codes.edit', remove: 'command.codes.remove' } as const;
const refusals = { create: 'event_codes.create_failed', edit: 'event_codes.update_failed', remove: 'event_codes.delete_failed' } as const;

export const codes: CommandPresenter<CommandOn<'codes'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (_words, entry) => draftedBy(entry).code ?? null,
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  conflict: codeWords,
  toasts: true,
  refusedToast: ({ t }, { mutation, lastError }) => reasonText(t, lastError?.code, t(refusals[mutation])),
};
