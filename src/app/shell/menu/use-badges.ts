import type { Badges } from '#feature-kit/menu/menu-link.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import { useLive } from '#sync/react/hooks.tsx';

const none: Badges = [];

export function useBadges(eventId: number | undefined): Badges {
  const features = useFeatures();
  const counted = useLive(
    async (db) => {
      if (eventId === undefined) return none;
      const badges = features.flatMap(({ badge }) => badge ?? []);
      const all = await db.readTogether(() =>
        Promise.all(badges.map(async ({ path, label, count }) => ({ path, label, news: await count(db, eventId) }))),
      );
      return all.filter(({ news }) => news > 0);
    },
    [eventId, features],
  );
  return counted ?? none;
}
