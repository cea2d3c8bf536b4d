import type { Badge } from '../../../feature/feature.ts';
import { useFeatures } from '../../../feature/features.tsx';
import { useLive } from '../../../sync/react/hooks.tsx';

/** How much has not been seen yet behind entries of the menu; those with nothing new are left out. */
export type Badges = readonly (Pick<Badge, 'path' | 'label'> & { readonly news: number })[];

const none: Badges = [];

export function useBadges(eventId: number | undefined): Badges {
  const features = useFeatures();
  const counted = useLive(
    async (db) => {
      if (eventId === undefined) return none;
      const badges = features.flatMap(({ badge }) => badge ?? []);
      const all = await Promise.all(badges.map(async ({ path, label, count }) => ({ path, label, news: await count(db, eventId) })));
      return all.filter(({ news }) => news > 0);
    },
    [eventId, features],
  );
  return counted ?? none;
}
