import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 120,
  onTwoDevices: true as const,
  events: { star: 40, write: 25, remind: 15, move: 10, decide: 3, ...faults, 'new-epoch': 1 },
};

/** Plays a seed of people who mark entries of the schedule that move, and choose reminders of a meetup, one of them on two devices. */
export const playAgenda: Play = (seed, hosting) => playScript(seed, script, hosting);
