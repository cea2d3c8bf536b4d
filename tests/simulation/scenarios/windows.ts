import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  isBig: true as const,
  events: { post: 10, reply: 12, share: 6, react: 6, remove: 5, decide: 3, talk: 25, come: 8, rename: 4, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who chat in a big event, of which their devices hold windows. */
export const playWindows: Play = (seed, hosting) => playScript(seed, script, hosting);
