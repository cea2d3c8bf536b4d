import { playScript } from './chat.ts';
import { faults } from '../world/faults.ts';
import type { Play } from './outcome.ts';

const script = {
  steps: 150,
  isBig: true as const,
  events: {
    post: 10,
    reply: 12,
    share: 6,
    react: 6,
    remove: 5,
    decide: 3,
    talk: 40,
    come: 14,
    tidy: 10,
    rename: 4,
    resize: 2,
    follow: 4,
    draft: 4,
    older: 14,
    open: 12,
    search: 4,
    receive: 14,
    reinstall: 3,
    ...faults,
    network: 60,
    'new-epoch': 2,
  },
};

/** In each third seed people also switch between this event and others. */
const travelling = { ...script, events: { ...script.events, switch: 4, leave: 1 } };

/** Plays a seed of people who chat in a big event, of which their devices hold windows. */
export const playWindows: Play = (seed, hosting) => playScript(seed, seed % 3 === 0 ? travelling : script, hosting);
