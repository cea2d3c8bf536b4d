import { createContext, useContext, useEffect } from 'react';

type Refresh = () => Promise<void>;

/** Registers the refresh of a screen for the pull gesture; returns a function that unregisters it. */
export const OwnRefresh = createContext<(refresh: Refresh) => () => void>(() => () => undefined);

/** Sets the refresh that pulling the page down runs while this component is mounted. */
export function useOwnRefresh(refresh: Refresh): void {
  const take = useContext(OwnRefresh);
  useEffect(() => take(refresh));
}
