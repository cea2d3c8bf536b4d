import { type ReactNode, useEffect, useState } from 'react';
import { commandCardOf } from '../commands/use-command-card.tsx';
import { useRefusalToasts } from '../commands/use-refusal-toasts.ts';
import { useFeatures } from '../feature/features.tsx';
import { useSession, useSyncStatus } from '../sync/react/hooks.tsx';
import { preloadConfirm } from '../ui/actions/confirm.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.tsx';
import { preloadContactOverlay } from '../ui/people/person-button.tsx';
import { PersonActions } from '../ui/people/person-actions.ts';
import { FirstLoad } from './start/first-load.tsx';
import { preloadAhead } from './start/preload.ts';
import { useLastScreen } from './last-screen/use-last-screen.ts';
import { Routes, routesOf } from './routes/routes.tsx';
import { preloadProfileOverlay } from './shell/header/header.tsx';
import { preloadMenuDrawer, Shell } from './shell/shell.tsx';
import { preloadToaster } from './shell/toaster-place.tsx';
import { useEngineWord } from './start/use-engine-word.ts';
import { useUpdateWhenBehind } from './update/use-update-when-behind.ts';

/** Loaded apart: the first screen does not wait for its questions. */
const SweptPictures = lazyComponent(async () => (await import('../pictures/use-swept-pictures.ts')).SweptPictures, 'silent');

/** Comes with the overlay that it stands in. */
const HidePerson = lazyComponent(async () => (await import('../commands/moderation/hide-person.tsx')).HidePerson, 'part');
const personActions = (person: { userId: number; name: string }): ReactNode => <HidePerson {...person} />;

/** What any screen may need. */
const shared = [preloadMenuDrawer, preloadProfileOverlay, preloadConfirm, preloadContactOverlay, HidePerson.preload, preloadToaster];

/** The app of somebody who is signed in. */
export function SignedIn(): ReactNode {
  const session = useSession();
  const features = useFeatures();
  useRefusalToasts();
  useUpdateWhenBehind();
  useEngineWord();
  useLastScreen();
  const reached = useReached();
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
        <PersonActions value={personActions}>
          <Routes />
        </PersonActions>
      </FirstLoad>
      {features.map(({ name, background: Background }) => Background && <Background key={name} />)}
      {reached && <SweptPictures />}
      {reached && features.map(({ name, onceReached: Background }) => Background && <Background key={name} />)}
    </Shell>
  );
}

/** Whether the mirror has been level since the start. */
function useReached(): boolean {
  const { connection, firstLoad } = useSyncStatus();
  const isLevel = connection === 'online' && firstLoad === null;
  const [reached, setReached] = useState(isLevel);
  if (isLevel && !reached) setReached(true);
  return reached;
}
