import { isCreate } from '../../commands/command-fields.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { CommandPicture } from '../../pictures/command-picture.tsx';

interface CreateArgs {
  url: string;
  description: string;
}

const argsOf = (entry: OutboxEntry): CreateArgs => entry.args as CreateArgs;

/** How commands on photos are shown and mended wherever what is unsent is listed. */
export const photos: CommandPresenter = {
  title: ({ t }, entry) => t(isCreate(entry) ? 'command.photos.create' : 'command.photos.remove'),
  refused: ({ t }, entry) => t(isCreate(entry) ? 'photo_upload.failed' : 'photo_item.delete_error'),
  text: (_words, entry) => (isCreate(entry) ? argsOf(entry).description : null),
  withText: (entry, description: string) => ({ ...argsOf(entry), description }),
  edit: ({ t }, entry) => (isCreate(entry) ? t('refused.edit') : null),
  Picture: CommandPicture,
  toasts: true,
};
