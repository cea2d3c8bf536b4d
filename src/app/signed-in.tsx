import { type ReactNode, useEffect } from 'react';
import { useKeptPush } from '../features/notifications/use-push.ts';
import { preloadConfirm } from '../ui/confirm.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { preloadContactOverlay } from '../ui/person-button.tsx';
import { FirstLoad } from './first-load.tsx';
import { preloadAhead } from './preload.ts';
import { Routes, screenPreloads } from './routes.tsx';
import { preloadProfileOverlay } from './shell/header.tsx';
import { preloadMenuDrawer, Shell } from './shell/shell.tsx';
import { preloadToaster } from './toaster-place.tsx';
import { useRefusalToasts } from './use-refusal-toasts.ts';
import { useUpdateWhenBehind } from './use-update-when-behind.ts';

const KeptPictures = lazyComponent(async () => (await import('./kept-pictures.tsx')).KeptPictures, 'silent');

/** The app of somebody who is signed in. */
export function SignedIn(): ReactNode {
  useKeptPush();
  useRefusalToasts();
  useUpdateWhenBehind();
  useEffect(
    () =>
      preloadAhead([...screenPreloads, preloadMenuDrawer, preloadProfileOverlay, preloadConfirm, preloadContactOverlay, preloadToaster]),
    [],
  );
  return (
    <Shell>
      <FirstLoad>
        <Routes />
      </FirstLoad>
      <KeptPictures />
    </Shell>
  );
}
