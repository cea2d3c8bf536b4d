import { type ReactNode, useEffect } from 'react';
import { useKeptPush } from '../features/notifications/use-push.ts';
import { useKeptThumbnails } from '../features/photos/use-kept-thumbnails.ts';
import { useActiveEvent } from '../sync/hooks.tsx';
import { preloadConfirm } from '../ui/confirm.tsx';
import { preloadContactOverlay } from '../ui/person-button.tsx';
import { FirstLoad } from './first-load.tsx';
import { preloadAhead } from './preload.ts';
import { Routes, screenPreloads } from './routes.tsx';
import { preloadProfileOverlay } from './shell/header.tsx';
import { preloadMenuDrawer, Shell } from './shell/shell.tsx';
import { preloadToaster } from './toaster-place.tsx';
import { useSweptPictures } from './use-swept-pictures.ts';
import { useRefusalToasts } from './use-refusal-toasts.ts';
import { useUpdateWhenBehind } from './use-update-when-behind.ts';

/** The app of somebody who is signed in. */
export function SignedIn(): ReactNode {
  useKeptPush();
  useRefusalToasts();
  useUpdateWhenBehind();
  useKeptThumbnails(useActiveEvent()?.id);
  useSweptPictures();
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
    </Shell>
  );
}
