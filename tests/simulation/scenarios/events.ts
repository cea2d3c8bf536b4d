import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { post: 10, reply: 8, share: 3, remove: 5, decide: 3, offer: 2, click: 6, switch: 12, leave: 2, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who switch events while their commands in each are pending, one of them on two devices. */
export const playEvents: Play = (seed, hosting) => playScript(seed, script, hosting);
