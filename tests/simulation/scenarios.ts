import { playChat } from './chat.ts';
import { playDating } from './dating.ts';
import { playEvents } from './events.ts';
import { playAdministration, playOrganisers } from './organisers.ts';
import type { Play } from './outcome.ts';
import { playParticipants } from './participants.ts';
import { playPhotos } from './photos.ts';
import type { Hosting } from './postgres/ground.ts';
import { playShares } from './shares.ts';

/** What can be played, by name: each takes a seed. */
export const scenarios: Readonly<Record<string, Play>> = {
  administration: playAdministration,
  chat: playChat,
  dating: playDating,
  events: playEvents,
  organisers: playOrganisers,
  participants: playParticipants,
  photos: playPhotos,
  shares: playShares,
};

export const replay = (scenario: string, seed: number, hosting?: Hosting): string =>
  `replay with: npm run simulate --${hosting ? ` --on postgres --servers ${hosting.servers}` : ''} --scenario ${scenario} --from ${seed} --seeds 1 --trace`;
