import { useSyncExternalStore } from 'react';

/** Missing where nothing is drawn. */
type MediaQueries = Partial<Pick<typeof globalThis, 'matchMedia'>>;

/** From this width on, the menu stays open and a screen has room for two panes. */
export const wideWindow = '(min-width: 62em)';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = (globalThis as MediaQueries).matchMedia?.(query);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => (globalThis as MediaQueries).matchMedia?.(query).matches ?? false,
  );
}
