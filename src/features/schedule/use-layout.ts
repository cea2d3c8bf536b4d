import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { type Layout, useStoredLayout } from '#ui/layout/use-stored-layout.ts';

/** Returns the chosen layout, which this device remembers; null if the screen has no room for a choice. */
export function useLayout(): [layout: Layout | null, choose: (layout: Layout) => void] {
  const isWide = useMediaQuery(wideWindow);
  const [layout, choose] = useStoredLayout('schedule-layout', 'list');
  return [isWide ? layout : null, choose];
}
