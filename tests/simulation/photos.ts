import { playScript } from './chat.ts';
import { faults } from './faults.ts';
import type { Outcome } from './outcome.ts';

const aMinute = 60_000;

/** Most of what happens is a piece that arrives. A better picture waits for ten minutes at a time. */
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
  patience: { atRest: 12 * aMinute, forEach: 12 * aMinute },
};

/** Plays one seed of people who share photos over networks that are slow, fast and cut by turns. */
export const playPhotos = (seed: number): Promise<Outcome> => playScript(seed, script);
