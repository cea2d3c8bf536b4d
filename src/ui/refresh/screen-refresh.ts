import { createContext, useContext, useEffect, useMemo, useRef } from 'react';

type Refresh = () => Promise<void>;

interface ScreenRefresh {
  /** Registers the refresh of a screen; returns a function that unregisters it. */
  readonly register: (refresh: Refresh) => () => void;
  /** Runs the refresh of the current screen, or the general one. */
  readonly run: Refresh;
}

/** Refreshes the current screen: by pulling it down, by the button of the profile overlay, and by a key. */
export const ScreenRefresh = createContext<ScreenRefresh>({ register: () => () => undefined, run: async () => undefined });

/** Returns the value of the context; `general` runs on screens without a refresh of their own. */
export function useScreenRefreshes(general: Refresh): ScreenRefresh {
  const latest = useRef(general);
  useEffect(() => {
    latest.current = general;
  });
  return useMemo(() => {
    const own = new Set<Refresh>();
    return {
      register: (refresh) => {
        own.add(refresh);
        return () => own.delete(refresh);
      },
      run: () => ([...own].at(-1) ?? latest.current)(),
    };
  }, []);
}

/** Sets the refresh of the screen while this component is mounted. */
export function useScreenRefresh(refresh: Refresh | undefined): void {
  const { register } = useContext(ScreenRefresh);
  useEffect(() => refresh && register(refresh), [refresh, register]);
}
