import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const aMinute = 60_000;
const aDay = 1_440 * aMinute;

/** Most steps are a piece of a picture that arrives. */
const script = {
  steps: 120,
  events: {
    post: 4,
    share: 2,
    'share-large': 8,
    uplink: 6,
    'storage-full': 1,
    remove: 2,
    decide: 3,
    ...faults,
    network: 100,
    'new-epoch': 1,
  },
  // Longer than the server remembers receipts.
  clockErrors: [5 * aMinute, aDay, 400 * aDay, 400 * aDay],
};

/** Plays a seed of people who share photos over networks that are slow, fast and cut by turns. */
export const playPhotos: Play = (seed, hosting) => playScript(seed, script, hosting);
