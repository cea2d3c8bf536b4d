import { Dexie } from 'dexie';
import { useMemo } from 'react';
import { useActor, useLive } from '../../sync/hooks.tsx';
import { type MenuSection, menuSections } from './menu.ts';

/** The menu of an event for the person who is signed in; empty until the mirror knows it. */
export function useMenu(eventId: number | undefined): readonly MenuSection[] {
  const actor = useActor();
  const rows = useLive(
    async (db) => {
      if (eventId === undefined) return null;
      const range: [unknown[], unknown[]] = [
        [eventId, Dexie.minKey],
        [eventId, Dexie.maxKey],
      ];
      const [entries, modules] = await Promise.all([
        db
          .mirror('menuEntries')
          .where('[eventId+position]')
          .between(...range)
          .toArray(),
        db
          .mirror('modules')
          .where('[eventId+moduleId]')
          .between(...range)
          .toArray(),
      ]);
      return { entries, modules };
    },
    [eventId],
  );
  return useMemo(() => (rows && actor ? menuSections(rows.entries, rows.modules, actor) : []), [rows, actor]);
}
