import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { offer: 3, click: 60, edit: 12, decide: 3, switch: 2, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who count the rest of their offers and edit them, one of them on two devices. */
export const playShares: Play = (seed, hosting) => playScript(seed, script, hosting);
