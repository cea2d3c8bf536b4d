import {
  type Dating,
  datingId,
  type DatingInterest,
  hasOptedIn,
  ratingOf,
  sharedInterests,
  type DatingMatch,
  type DatingParticipant,
} from '#contract/resources/dating.ts';
import type { CampContext } from './content.ts';

interface DemoDating {
  readonly by: string;
  readonly interests: readonly DatingInterest[];
  readonly interestedIn?: readonly string[];
  readonly notInterestedIn?: readonly string[];
}

const [sex, relationship] = ['dating.interest.sex', 'dating.interest.relationship'] as const;

const demoDating: readonly DemoDating[] = [
  { by: 'anna', interests: [relationship], interestedIn: ['mateo'], notInterestedIn: ['finn'] },
  { by: 'ben', interests: [sex, relationship], interestedIn: ['lena', 'giulia'] },
  { by: 'lena', interests: [relationship], interestedIn: ['ben'] },
  { by: 'mateo', interests: [sex] },
  { by: 'aylin', interests: [relationship] },
  { by: 'finn', interests: [sex], interestedIn: ['anna'] },
  { by: 'giulia', interests: [relationship] },
  { by: 'noah', interests: [sex, relationship] },
  { by: 'yuki', interests: [relationship] },
  { by: 'luca', interests: [sex, relationship] },
  { by: 'mila', interests: [relationship], interestedIn: ['noah'] },
];

export function datingRows({ eventId, userIds }: CampContext): Dating[] {
  const idsOf = (keys: readonly string[] = []): number[] => keys.map((key) => userIds.get(key) as number);
  return demoDating.map(({ by, interests, interestedIn, notInterestedIn }) => {
    const userId = userIds.get(by) as number;
    const ratings = { interests: [...interests], interestedIn: idsOf(interestedIn), notInterestedIn: idsOf(notInterestedIn) };
    return { id: datingId(eventId, userId), version: 1, eventId, userId, ...ratings };
  });
}

export const datingParticipantRows = (rows: readonly Dating[], newId: () => string): DatingParticipant[] =>
  rows.filter(hasOptedIn).map(({ eventId, userId }) => ({ id: newId(), version: 1, eventId, userId }));

export function datingMatchRows(rows: readonly Dating[], newId: () => string): DatingMatch[] {
  return rows.flatMap((own) =>
    rows.flatMap((other): DatingMatch[] => {
      const overlappingInterests = sharedInterests(own, other);
      const match = ratingOf(own, other.userId) === 1 && ratingOf(other, own.userId) === 1 && overlappingInterests.length > 0;
      const { eventId, userId } = own;
      return match ? [{ id: newId(), version: 1, eventId, userId, otherId: other.userId, overlappingInterests }] : [];
    }),
  );
}
