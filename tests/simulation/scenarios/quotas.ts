import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const anHour = 3_600_000;
const rowsPerHour = 8;

/** The calm includes as many full hours as the quota needs for all commands. */
const script = {
  steps: 20,
  events: { post: 8, reply: 4, share: 2, remove: 2, decide: 3, ...faults },
  settings: { ROWS_PER_HOUR: String(rowsPerHour) },
  postsFirst: rowsPerHour + 4,
  devices: ['one'],
  patience: { atRest: 2.5 * anHour, forEach: 2.5 * anHour },
};

/** Plays a seed of people who write more in an hour than the quota allows. */
export const playQuotas: Play = (seed, hosting) => playScript(seed, script, hosting);
