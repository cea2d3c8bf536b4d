import { playAgenda } from './scenarios/agenda.ts';
import { playChat } from './scenarios/chat.ts';
import { playDating } from './scenarios/dating.ts';
import { playEvents } from './scenarios/events.ts';
import { playAdministration, playOrganisers } from './scenarios/organisers.ts';
import { playFollow } from './scenarios/follow.ts';
import type { Play } from './scenarios/outcome.ts';
import { playParticipants } from './scenarios/participants.ts';
import { playPhotos } from './scenarios/photos.ts';
import { playQuotas } from './scenarios/quotas.ts';
import type { Hosting } from './postgres/postgres-storage.ts';
import { playReactions } from './scenarios/reactions.ts';
import { playShares } from './scenarios/shares.ts';
import { playWindows } from './scenarios/windows.ts';

/** The scenarios by name; each receives a seed. */
export const scenarios: Readonly<Record<string, Play>> = {
  administration: playAdministration,
  agenda: playAgenda,
  chat: playChat,
  dating: playDating,
  events: playEvents,
  follow: playFollow,
  organisers: playOrganisers,
  participants: playParticipants,
  photos: playPhotos,
  quotas: playQuotas,
  reactions: playReactions,
  shares: playShares,
  windows: playWindows,
};

export const replay = (scenario: string, seed: number, hosting?: Hosting): string =>
  `replay with: npm run simulate --${hosting ? ` --on postgres --servers ${hosting.servers}` : ''} --scenario ${scenario} --from ${seed} --seeds 1 --trace`;
