import { playScript } from './chat.ts';
import { faults } from './faults.ts';
import type { Outcome } from './outcome.ts';

const script = {
  steps: 100,
  events: { post: 10, reply: 8, share: 3, remove: 5, deal: 3, switch: 14, leave: 2, ...faults, 'new-epoch': 1 },
};

/** Plays one seed of people who go from one event to another while what they wrote in each still waits. */
export const playEvents = (seed: number): Promise<Outcome> => playScript(seed, script);
