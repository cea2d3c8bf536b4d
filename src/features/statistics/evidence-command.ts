import type { TFunction } from 'i18next';
import type { OutboxEntry } from '../../db/records.ts';
import { CommandPicture } from '../../pictures/command-picture.tsx';

interface Words {
  readonly t: TFunction;
}

const isCreate = ({ mutation }: OutboxEntry): boolean => mutation === 'create';

/** How pictures that prove a count are shown wherever what is unsent is listed. */
export const evidenceCommand = {
  title: ({ t }: Words, entry: OutboxEntry): string => t(isCreate(entry) ? 'command.evidence.create' : 'command.evidence.remove'),
  refused: ({ t }: Words, entry: OutboxEntry): string =>
    t(isCreate(entry) ? 'statistic.evidence_failed' : 'statistic.evidence_delete_error'),
  text: (): string | null => null,
  edit: (): string | null => null,
  Picture: CommandPicture,
  toasts: true as const,
};
