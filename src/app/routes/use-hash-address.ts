import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-hash-location';

const listeners = new Set<() => void>();

addEventListener('hashchange', () => {
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const path = (): string => `/${location.hash.replace(/^#?\/?/, '')}`;

/**
 * Returns the path after the `#`, and a function that opens another one, for wouter's `Router`. Each link listens: wouter's own hook copies
 * its list of listeners for each link of a list that disappears.
 */
export const useHashAddress = (): [string, typeof navigate] => [useSyncExternalStore(subscribe, path), navigate];

useHashAddress.hrefs = (href: string): string => `#${href}`;
