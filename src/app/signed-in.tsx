import { type ReactNode, useEffect, useState } from 'react';
import { commandCardOf } from '../commands/use-command-card.tsx';
import { useRefusalToasts } from '../commands/use-refusal-toasts.ts';
import { useFeatures } from '../feature/features.tsx';
import { useSession, useSyncStatus } from '../sync/react/hooks.tsx';
import { preloadConfirm } from '../ui/actions/confirm.tsx';
import { preloadContactOverlay } from '../ui/people/person-button.tsx';
import { FirstLoad } from './start/first-load.tsx';
import { preloadAhead } from './start/preload.ts';
import { Routes, routesOf } from './routes/routes.tsx';
import { preloadProfileOverlay } from './shell/header/header.tsx';
import { preloadMenuDrawer, Shell } from './shell/shell.tsx';
import { preloadToaster } from './shell/toaster-place.tsx';
import { useEngineWord } from './start/use-engine-word.ts';
import { useUpdateWhenBehind } from './update/use-update-when-behind.ts';

/** What any screen may need. */
const shared = [preloadMenuDrawer, preloadProfileOverlay, preloadConfirm, preloadContactOverlay, preloadToaster];

/** The app of somebody who is signed in. */
export function SignedIn(): ReactNode {
  const session = useSession();
  const features = useFeatures();
  useRefusalToasts();
  useUpdateWhenBehind();
  useEngineWord();
  const hasNews = useHadNews();
  // What stands beside the logo; not before the first screen is drawn.
  const settled = useSyncStatus().connection !== 'unknown';
  useEffect(() => {
    if (settled) void session.loadSite();
  }, [settled, session]);
  useEffect(() => {
    const screens = routesOf(features).flatMap(({ screen, preload }) => (preload === 'never' ? [] : (screen.preload ?? [])));
    return preloadAhead([...screens, commandCardOf(features).preload, ...shared]);
  }, [features]);
  return (
    <Shell>
      <FirstLoad>
        <Routes />
      </FirstLoad>
      {hasNews && features.map(({ name, background: Background }) => Background && <Background key={name} />)}
    </Shell>
  );
}

/** Whether the server has been reached since the start: before, nothing can have come or gone. */
function useHadNews(): boolean {
  const { connection, firstLoad } = useSyncStatus();
  const isLevel = connection === 'online' && firstLoad === null;
  const [had, setHad] = useState(isLevel);
  if (isLevel && !had) setHad(true);
  return had;
}
