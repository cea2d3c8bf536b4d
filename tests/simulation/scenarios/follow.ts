import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { post: 15, reply: 20, remove: 4, read: 35, move: 10, see: 20, decide: 3, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who read a chat, its threads and changes of the schedule, one of them on two devices. */
export const playFollow: Play = (seed, hosting) => playScript(seed, script, hosting);
