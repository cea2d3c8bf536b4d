import type { Photo } from '#contract/resources/photos.ts';
import { draftedBy, isCreate } from '#commands/command-fields.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandPresenter } from '#feature-kit/command-presenter.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';

interface CreateArgs {
  url: string;
  description: string;
}

const argsOf = (entry: OutboxEntry): CreateArgs => entry.args as CreateArgs;

const titles = { create: 'command.photos.create', sharpen: 'command.photos.sharpen', remove: 'command.photos.remove' } as const;

export const photos: CommandPresenter = {
  title: ({ t }, entry) => t(titles[entry.mutation as keyof typeof titles]),
  refused: ({ t }, entry) => t(entry.mutation === 'remove' ? 'photo_item.delete_error' : 'photo_upload.failed'),
  text: (_words, entry) => (entry.mutation === 'sharpen' ? null : (draftedBy<Photo>(entry).description ?? null)),
  withText: (entry, description: string) => ({ ...argsOf(entry), description }),
  edit: ({ t }, entry) => (isCreate(entry) ? t('refused.edit') : null),
  Picture: CommandPicture,
  toasts: true,
};
