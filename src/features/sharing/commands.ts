import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { conflictWords, shareText } from './share-words.ts';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

const titles = {
  create: 'command.shares.create',
  edit: 'command.shares.edit',
  count: 'command.shares.count',
  remove: 'command.shares.remove',
} as const;
const refusals = {
  create: 'sharing.add.failed',
  edit: 'sharing.edit_failed',
  count: 'sharing.edit_failed',
  remove: 'sharing.delete_failed',
} as const;

export const shares: CommandPresenter<CommandOn<'shares'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: ({ t }, entry) => shareText(t, draftedBy(entry)),
  edit: ({ t }, entry) => (entry.mutation === 'create' || entry.mutation === 'edit' ? t('refused.edit') : null),
  Form,
  formHasPicture: true,
  Picture: CommandPicture,
  conflict: conflictWords,
  toasts: true,
};
