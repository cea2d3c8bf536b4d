import { type ReactNode, useEffect } from 'react';
import type { Places } from '#feature-kit/places.ts';
import { preloadFirstLoading } from '../start/first-load.tsx';
import { UpdateBanner } from '../update/update-banner.tsx';
import { preloadAhead } from './preload.ts';
import { useSignInNote } from './use-received-note.ts';

/** Loads after the first screen, signed in or not. */
export function Afterwards({ places }: { places: Places }): ReactNode {
  useSignInNote();
  // A session may end while the app is offline: its screen must be on the device.
  useEffect(() => preloadAhead([preloadFirstLoading, ...Object.values(places).map(({ preload }) => preload)]), [places]);
  return <UpdateBanner />;
}
