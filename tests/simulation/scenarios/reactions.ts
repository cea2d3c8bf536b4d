import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { react: 60, post: 10, remove: 3, decide: 3, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who react to posts, one of them on two devices, while some posts are removed. */
export const playReactions: Play = (seed, hosting) => playScript(seed, script, hosting);
