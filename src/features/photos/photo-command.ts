import type { TFunction } from 'i18next';
import type { OutboxEntry } from '../../db/records.ts';
import { CommandPicture } from '../../pictures/command-picture.tsx';

interface CreateArgs {
  url: string;
  description: string;
}

const isCreate = (entry: OutboxEntry): boolean => entry.mutation === 'create';
const argsOf = (entry: OutboxEntry): CreateArgs => entry.args as CreateArgs;

interface Words {
  t: TFunction;
}

/** How commands on photos are shown and mended wherever what is unsent is listed. */
export const photoCommand = {
  title: ({ t }: Words, entry: OutboxEntry): string => t(isCreate(entry) ? 'command.photos.create' : 'command.photos.remove'),
  refused: ({ t }: Words, entry: OutboxEntry): string => t(isCreate(entry) ? 'photo_upload.failed' : 'photo_item.delete_error'),
  text: (_words: Words, entry: OutboxEntry): string | null => (isCreate(entry) ? argsOf(entry).description : null),
  withText: (entry: OutboxEntry, description: string): unknown => ({ ...argsOf(entry), description }),
  edit: ({ t }: Words, entry: OutboxEntry): string | null => (isCreate(entry) ? t('refused.edit') : null),
  Picture: CommandPicture,
  toasts: true as const,
};
