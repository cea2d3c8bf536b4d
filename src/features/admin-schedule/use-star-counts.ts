import { starCounts } from '#contract/endpoints/star-counts.ts';
import { useQuery } from '#feature-kit/use-query.ts';

/** Returns how many people have an entry in their agenda, by its id; empty until the server has answered. */
export function useStarCounts(eventId: number): ReadonlyMap<string, number> {
  const { data } = useQuery(starCounts.path.replace(':id', String(eventId)), starCounts.answer);
  return new Map(data?.entries.map(({ id, stars }) => [id, stars]));
}
