import { createContext, useContext, useEffect } from 'react';

type Refresh = () => Promise<void>;

/** Takes what refreshing the screen means, for the gesture that does the same as its button; the answer takes it back. */
export const OwnRefresh = createContext<(refresh: Refresh) => () => void>(() => () => undefined);

/** From now on, and as long as this is shown, pulling the page down does this. */
export function useOwnRefresh(refresh: Refresh): void {
  const take = useContext(OwnRefresh);
  useEffect(() => take(refresh));
}
