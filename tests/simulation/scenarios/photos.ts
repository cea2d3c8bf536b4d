import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const aMinute = 60_000;
const aDay = 1_440 * aMinute;

/** Most of what happens is a piece that arrives. */
const script = {
  steps: 120,
  events: {
    post: 4,
    share: 2,
    'share-large': 8,
    uplink: 6,
    'storage-full': 1,
    remove: 2,
    deal: 3,
    ...faults,
    network: 100,
    'new-epoch': 1,
  },
  // Farther than the server's memory goes.
  clockErrors: [5 * aMinute, aDay, 400 * aDay, 400 * aDay],
};

/** Plays one seed of people who share photos over networks that are slow, fast and cut by turns. */
export const playPhotos: Play = (seed, hosting) => playScript(seed, script, hosting);
