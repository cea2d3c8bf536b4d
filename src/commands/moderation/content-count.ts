import type { TFunction } from 'i18next';
import { contentCount } from '#contract/endpoints/admin-users.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { useQuery } from '#feature-kit/use-query.ts';

const counted = ['posts', 'photos', 'meetups', 'shares', 'feedback', 'userStatistics', 'evidence'] as const;

interface ContentCount {
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Returns the server's count of a person's content in the event; null until it arrives. */
export function useContentCount({ eventId, userId }: Pick<Participant, 'eventId' | 'userId'>): ContentCount | null {
  return useQuery(contentCount.path.replace(':id', String(eventId)).replace(':userId', String(userId)), contentCount.answer).data;
}

/** Returns the counts as text: "12 posts, 3 photos". */
export const countWords = (t: TFunction, { counts }: ContentCount): string =>
  counted.flatMap((name) => (counts[name] ? [t(`removal.counts.${name}`, { count: counts[name] })] : [])).join(', ');
