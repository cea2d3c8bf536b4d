import { useState } from 'react';

export type Layout = 'list' | 'grid';

/** Returns the layout of a screen, which this device remembers under `key`. */
export function useStoredLayout(key: string, standard: Layout): [layout: Layout, choose: (layout: Layout) => void] {
  const other = standard === 'list' ? 'grid' : 'list';
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === other ? other : standard));
  const choose = (next: Layout): void => {
    setLayout(next);
    localStorage.setItem(key, next);
  };
  return [layout, choose];
}
