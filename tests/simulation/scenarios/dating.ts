import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { savePreferences: 10, rate: 60, forget: 1, post: 2, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who opt in to dating, rate each other and opt out again, one of them on two devices. */
export const playDating: Play = (seed, hosting) => playScript(seed, script, hosting);
