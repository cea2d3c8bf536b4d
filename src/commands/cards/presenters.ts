import type { CommandPresenter } from '#feature-kit/command-presenter.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Feature } from '#feature-kit/feature.ts';
import { isWhole, traitsOf } from '#sync/mirror/readable.ts';

export type CommandPresenters = Readonly<Record<string, CommandPresenter>>;

/** Loads the command presenters of the features; rejects if the code of one cannot be loaded. */
export async function presentersOf(features: readonly Feature[]): Promise<CommandPresenters> {
  const own = await Promise.all(features.map(async ({ commands }) => commands?.()));
  return Object.assign({}, ...own) as CommandPresenters;
}

/** For a resource without a presenter, and for commands of a newer app. */
const plainPresenter: CommandPresenter = {
  title: ({ t }) => t('command.other'),
  refused: ({ t }) => t('not_sent.refused'),
  text: () => null,
  edit: () => null,
};

/** For a damaged command: it can be read, copied and discarded. */
const brokenPresenter: CommandPresenter = {
  ...plainPresenter,
  refused: ({ t }) => t('not_sent.broken'),
  text: (_words, { args }) => JSON.stringify(args),
};

/** Returns the presenter of a command. No feature has one for an unknown command. */
export function presenterOf(presenters: CommandPresenters, entry: OutboxEntry): CommandPresenter {
  if (!isWhole(entry) || entry.lastError?.code === 'broken') return brokenPresenter;
  return (traitsOf(entry) && presenters[entry.resource]) ?? plainPresenter;
}
