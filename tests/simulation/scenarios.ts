import { playChat } from './chat.ts';
import { playDating } from './dating.ts';
import { playEvents } from './events.ts';
import { playAdministration, playOrganisers } from './organisers.ts';
import type { Outcome } from './outcome.ts';
import { playParticipants } from './participants.ts';
import { playPhotos } from './photos.ts';
import { playShares } from './shares.ts';

/** What can be played, by name: each takes a seed. */
export const scenarios: Readonly<Record<string, (seed: number) => Promise<Outcome>>> = {
  administration: playAdministration,
  chat: playChat,
  dating: playDating,
  events: playEvents,
  organisers: playOrganisers,
  participants: playParticipants,
  photos: playPhotos,
  shares: playShares,
};

export const replay = (scenario: string, seed: number): string =>
  `replay with: npm run simulate -- --scenario ${scenario} --from ${seed} --seeds 1 --trace`;
