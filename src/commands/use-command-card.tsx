import type { OutboxEntry } from '../db/records.ts';
import type { Feature } from '../feature-kit/feature.ts';
import { useFeatures } from '../feature-kit/features.tsx';
import { type LazyComponent, lazyComponent } from '../ui/loading/lazy-component.tsx';

/** `reason` says why it waits; a refused one says itself why it was refused. */
type Card = LazyComponent<{ entry: OutboxEntry; reason?: string }>;

/** One for each list of features, so that what was loaded once is there for all. */
const cards = new WeakMap<readonly Feature[], Card>();

/** The card of one command; its code comes with what these features say of their commands. */
export function commandCardOf(features: readonly Feature[]): Card {
  const known = cards.get(features);
  if (known) return known;
  const card: Card = lazyComponent(async () => {
    const [{ CommandCard }, { presentersOf }] = await Promise.all([import('./command-card.tsx'), import('./presenters.ts')]);
    const presenters = await presentersOf(features);
    return (props) => <CommandCard {...props} presenters={presenters} />;
  }, 'part');
  cards.set(features, card);
  return card;
}

export function useCommandCard(): Card {
  return commandCardOf(useFeatures());
}
