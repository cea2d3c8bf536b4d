import type { CommandPresenter } from '../feature-kit/command-presenter.ts';
import type { OutboxEntry } from '../db/records.ts';
import type { Feature } from '../feature-kit/feature.ts';
import { isWhole, mutationOf } from '../sync/mirror/readable.ts';

/** How commands are told that have not been sent, by their resource. */
export type CommandPresenters = Readonly<Record<string, CommandPresenter>>;

/** Loads what the features say of their commands; rejects where code of one of them cannot be had. */
export async function presentersOf(features: readonly Feature[]): Promise<CommandPresenters> {
  const own = await Promise.all(features.map(async ({ commands }) => commands?.()));
  return Object.assign({}, ...own) as CommandPresenters;
}

/** For commands of a resource that brings no presenter, and of a newer app. */
const plainPresenter: CommandPresenter = {
  title: ({ t }) => t('command.other'),
  refused: ({ t }) => t('not_sent.refused'),
  text: () => null,
  edit: () => null,
};

/** For what is no whole command: it can be read, copied and thrown away. */
const brokenPresenter: CommandPresenter = {
  ...plainPresenter,
  refused: ({ t }) => t('not_sent.broken'),
  text: (_words, { args }) => JSON.stringify(args),
};

/** Who tells of a command. Of one that this app does not know no feature has words. */
export function presenterOf(presenters: CommandPresenters, entry: OutboxEntry): CommandPresenter {
  if (!isWhole(entry) || entry.lastError?.code === 'broken') return brokenPresenter;
  return (mutationOf(entry) && presenters[entry.resource]) ?? plainPresenter;
}
