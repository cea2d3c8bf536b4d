import { useState } from 'react';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';

export type Layout = 'list' | 'grid';

const key = 'schedule-layout';

/** Returns the chosen layout, which this device remembers; null if the screen has no room for a choice. */
export function useLayout(): [layout: Layout | null, choose: (layout: Layout) => void] {
  const isWide = useMediaQuery(wideWindow);
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'grid' ? 'grid' : 'list'));
  const choose = (next: Layout): void => {
    setLayout(next);
    localStorage.setItem(key, next);
  };
  return [isWide ? layout : null, choose];
}
