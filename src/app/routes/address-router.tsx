import { createContext, type ReactNode, useContext, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import { type NavigateOptions, Router } from 'wouter';
import { navigate as change } from 'wouter/use-hash-location';
import { withTransition } from './with-transition.ts';

type Navigate = (to: string, options?: NavigateOptions) => void;
type Address = [path: string, navigate: Navigate];

const AskedAddress = createContext<Address>(['/', change]);
const ShownAddress = createContext<Address>(['/', change]);

/** Hooks for wouter's `Router`. Each returns a path, and a function that opens another one. */
const useAskedAddress = (): Address => useContext(AskedAddress);
const useShownAddress = (): Address => useContext(ShownAddress);
useAskedAddress.hrefs = useShownAddress.hrefs = (href: string): string => `#${href}`;

/** The path after the `#`. */
const pathHere = (): string => `/${location.hash.replace(/^#?\/?/, '')}`;

/**
 * Follows the path after the `#`. The menu marks a new path at once; its screen is drawn in short tasks, which a tap may interrupt. A
 * replaced path is drawn at once, because its screen must not be seen, and so is a link with `transition`, for which no frame is drawn.
 */
export function AddressRouter({ children }: { children: ReactNode }): ReactNode {
  const [asked, ask] = useState(() => ({ path: pathHere(), isUrgent: true }));
  const drawn = useDeferredValue(asked);
  useLayoutEffect(() => {
    const follow = (): void => ask({ path: pathHere(), isUrgent: false });
    addEventListener('hashchange', follow);
    // oxlint-disable-next-line react/set-state-in-effect -- the first drawing takes several tasks, and the path may change between them
    ask((first) => (first.path === pathHere() ? first : { path: pathHere(), isUrgent: true }));
    return () => removeEventListener('hashchange', follow);
  }, []);
  const shown = (asked.isUrgent ? asked : drawn).path;
  const menu = useMemo<Address>(() => [asked.path, change], [asked.path]);
  const screen = useMemo<Address>(() => {
    const navigate: Navigate = (to, options) => {
      // A screen that is being left must not take the address from the next one.
      if (options?.replace && pathHere() !== shown) return;
      change(to, options);
      if (options?.replace || options?.transition) ask({ path: pathHere(), isUrgent: true });
    };
    return [shown, navigate];
  }, [shown]);
  return (
    <AskedAddress value={menu}>
      <ShownAddress value={screen}>
        <Router hook={useShownAddress} aroundNav={withTransition}>
          {children}
        </Router>
      </ShownAddress>
    </AskedAddress>
  );
}

/** The links in it mark the path that was asked for, before its screen is drawn. */
export function AskedPath({ children }: { children: ReactNode }): ReactNode {
  return <Router hook={useAskedAddress}>{children}</Router>;
}
