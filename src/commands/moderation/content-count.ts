import type { TFunction } from 'i18next';
import { contentCount } from '../../../contract/endpoints/admin-users.ts';
import type { Participant } from '../../../contract/resources/participants.ts';
import { useQuery } from '../../feature-kit/use-query.ts';

const counted = ['posts', 'photos', 'meetups', 'shares', 'feedback', 'userStatistics', 'evidence'] as const;

interface ContentCount {
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** How much somebody shared in the event, as the server says; null until it has. */
export function useContentCount({ eventId, userId }: Pick<Participant, 'eventId' | 'userId'>): ContentCount | null {
  return useQuery(contentCount.path.replace(':id', String(eventId)).replace(':userId', String(userId)), contentCount.answer).data;
}

/** The counts in words: "12 posts, 3 photos". */
export const countWords = (t: TFunction, { counts }: ContentCount): string =>
  counted.flatMap((name) => (counts[name] ? [t(`removal.counts.${name}`, { count: counts[name] })] : [])).join(', ');
