import type { OutboxEntry } from '../../db/records.ts';
import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { CommandPicture } from '../../pictures/command-picture.tsx';

const isCreate = ({ mutation }: OutboxEntry): boolean => mutation === 'create';

/** How pictures that prove a count are shown wherever what is unsent is listed. */
export const evidenceCommand: CommandPresenter = {
  title: ({ t }, entry) => t(isCreate(entry) ? 'command.evidence.create' : 'command.evidence.remove'),
  refused: ({ t }, entry) => t(isCreate(entry) ? 'statistic.evidence_failed' : 'statistic.evidence_delete_error'),
  text: () => null,
  edit: () => null,
  Picture: CommandPicture,
  toasts: true,
};
