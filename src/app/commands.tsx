import type { OutboxEntry } from '../db/records.ts';
import { lazyComponent } from '../ui/loading/lazy-component.tsx';

/** A refused command, or one in conflict, in its place on a feature's screen. */
export const Refused = lazyComponent(async () => {
  const [{ CommandCard }, { presenters }] = await Promise.all([import('../commands/command-card.tsx'), import('./presenters.ts')]);
  return ({ entry }: { entry: OutboxEntry }) => <CommandCard entry={entry} presenters={presenters} />;
}, 'part');

/** All that waits or needs the person. */
export const NotSentScreen = lazyComponent(async () => {
  const [{ NotSentScreen: Screen }, { presenters }] = await Promise.all([
    import('../features/not-sent/not-sent-screen.tsx'),
    import('./presenters.ts'),
  ]);
  return () => <Screen presenters={presenters} />;
});
