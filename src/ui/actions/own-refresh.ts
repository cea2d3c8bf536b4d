import { createContext, type RefObject, useContext, useEffect } from 'react';

type Refresh = () => Promise<void>;

/** Where a screen leaves what refreshing it means, for the gesture that does the same as its button. */
export const OwnRefresh = createContext<RefObject<Refresh | null>>({ current: null });

/** From now on, and as long as this is shown, pulling the page down does this. */
export function useOwnRefresh(refresh: Refresh): void {
  const own = useContext(OwnRefresh);
  useEffect(() => {
    own.current = refresh;
    return () => {
      if (own.current === refresh) own.current = null;
    };
  });
}
