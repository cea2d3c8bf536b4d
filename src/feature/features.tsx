import { createContext, type ReactNode, useCallback, useContext } from 'react';
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

/** Tells each of them that this device is nobody's any more. */
export function useOnLeft(): () => Promise<void> {
  const features = useFeatures();
  return useCallback(async () => void (await Promise.all(features.map(async ({ onLeft }) => onLeft?.()))), [features]);
}
