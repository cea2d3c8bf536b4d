import { createContext, type ReactNode, useContext } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { Feature } from './feature.ts';

const FeaturesContext = createContext<readonly Feature[]>([]);

/** `features` stays the same list as long as the app runs. */
export function FeaturesProvider({ features, children }: { features: readonly Feature[]; children: ReactNode }): ReactNode {
  return <FeaturesContext value={features}>{children}</FeaturesContext>;
}

/** All that there are, for what gathers something from each of them. */
export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext);
}

/** Tells whether what is shown at an address is also for who is not signed in, or for who is in no event. */
export function useIsFor(whom: 'outside' | 'eventless'): (location: string) => boolean {
  const routes = useFeatures().flatMap(({ routes = [] }) => routes);
  const { parser } = useRouter();
  return (location) => routes.some((route) => route[whom] && matchRoute(parser, route.path, location)[0]);
}
