import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';

const titles = { create: 'command.photos.create', sharpen: 'command.photos.sharpen', remove: 'command.photos.remove' } as const;

export const photos: CommandPresenter<CommandOn<'photos'>> = {
  title: ({ t }, entry) => t(titles[entry.mutation]),
  refused: ({ t }, entry) => t(entry.mutation === 'remove' ? 'photo_item.delete_error' : 'photo_upload.failed'),
  text: (_words, entry) => (entry.mutation === 'sharpen' ? null : (draftedBy(entry).description ?? null)),
  withText: (entry, description: string) => ({ ...entry.args, description }),
  edit: ({ t }, entry) => (entry.mutation === 'create' ? t('refused.edit') : null),
  Picture: CommandPicture,
  toasts: true,
};
