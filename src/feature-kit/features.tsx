import { createContext, type ReactNode, useContext } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { Feature } from './feature.ts';

const FeaturesContext = createContext<readonly Feature[]>([]);

/** `features` must stay the same list while the app runs. */
export function FeaturesProvider({ features, children }: { features: readonly Feature[]; children: ReactNode }): ReactNode {
  return <FeaturesContext value={features}>{children}</FeaturesContext>;
}

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext);
}

/** Returns a function that returns whether the route of a path is public, or works without an event. */
export function useIsFor(whom: 'outside' | 'eventless'): (location: string) => boolean {
  const routes = useFeatures().flatMap(({ routes = [] }) => routes);
  const { parser } = useRouter();
  return (location) => routes.some((route) => route[whom] && matchRoute(parser, route.path, location)[0]);
}
