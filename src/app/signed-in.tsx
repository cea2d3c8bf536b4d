import { type ReactNode, useEffect, useState } from 'react';
import { useKeptPush } from '../features/notifications/use-push.ts';
import { useSession, useSyncStatus } from '../sync/react/hooks.tsx';
import { preloadConfirm } from '../ui/actions/confirm.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.tsx';
import { preloadContactOverlay } from '../ui/people/person-button.tsx';
import { FirstLoad } from './first-load.tsx';
import { preloadAhead } from './preload.ts';
import { Routes, screenPreloads } from './routes.tsx';
import { preloadProfileOverlay } from './shell/header.tsx';
import { preloadMenuDrawer, Shell } from './shell/shell.tsx';
import { preloadToaster } from './toaster-place.tsx';
import { useEngineWord } from './use-engine-word.ts';
import { useRefusalToasts } from './use-refusal-toasts.ts';
import { useUpdateWhenBehind } from './use-update-when-behind.ts';

const KeptPictures = lazyComponent(async () => (await import('./kept-pictures.tsx')).KeptPictures, 'silent');

/** The app of somebody who is signed in. */
export function SignedIn(): ReactNode {
  const session = useSession();
  useKeptPush();
  useRefusalToasts();
  useUpdateWhenBehind();
  useEngineWord();
  const hasNews = useHadNews();
  // What stands beside the logo; not before the first screen is drawn.
  const settled = useSyncStatus().connection !== 'unknown';
  useEffect(() => {
    if (settled) void session.loadSite();
  }, [settled, session]);
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
      {hasNews && <KeptPictures />}
    </Shell>
  );
}

/** Whether the server has been reached since the start: before, no picture can have come or gone. */
function useHadNews(): boolean {
  const { connection, firstLoad } = useSyncStatus();
  const isLevel = connection === 'online' && firstLoad === null;
  const [had, setHad] = useState(isLevel);
  if (isLevel && !had) setHad(true);
  return had;
}
