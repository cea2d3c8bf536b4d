import type { OutboxEntry } from '#db/records.ts';
import type { Feature } from '#feature-kit/feature.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import { type LazyComponent, lazyComponent } from '#ui/loading/lazy-component.tsx';

/** `reason` explains the delay of a pending command; a rejected one shows its own. */
type Card = LazyComponent<{ entry: OutboxEntry; reason?: string }>;

/** One card for each list of features, so that its code is loaded once. */
const cards = new WeakMap<readonly Feature[], Card>();

/** Returns the card of a command; its code loads together with the presenters of these features. */
export function commandCardOf(features: readonly Feature[]): Card {
  const known = cards.get(features);
  if (known) return known;
  const card: Card = lazyComponent(async () => {
    const [{ CommandCard }, { presentersOf }] = await Promise.all([import('./cards/command-card.tsx'), import('./cards/presenters.ts')]);
    const presenters = await presentersOf(features);
    return (props) => <CommandCard {...props} presenters={presenters} />;
  }, 'part');
  cards.set(features, card);
  return card;
}

export function useCommandCard(): Card {
  return commandCardOf(useFeatures());
}
