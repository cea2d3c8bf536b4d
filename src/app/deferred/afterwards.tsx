import { type ReactNode, useEffect } from 'react';
import type { Places } from '../../feature-kit/places.ts';
import { preloadFirstLoading } from '../start/first-load.tsx';
import { UpdateBanner } from '../update/update-banner.tsx';
import { preloadAhead } from './preload.ts';

/** What comes after the first screen, whoever is here. */
export function Afterwards({ places }: { places: Places }): ReactNode {
  // A session that ends while the app is open needs its screen also without network.
  useEffect(() => preloadAhead([preloadFirstLoading, ...Object.values(places).map(({ preload }) => preload)]), [places]);
  return <UpdateBanner />;
}
