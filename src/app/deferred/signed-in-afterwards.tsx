import { type ReactNode, useEffect, useState } from 'react';
import { useRefusalToasts } from '#commands/cards/use-refusal-toasts.ts';
import { commandCardOf } from '#commands/use-command-card.tsx';
import { useFeatures } from '#feature-kit/features.tsx';
import { SweptPictures } from '#pictures/use-swept-pictures.ts';
import { useSession, useSyncStatus } from '#sync/react/hooks.tsx';
import { preloadMenus } from '#ui/actions/action-menu.tsx';
import { preloadConfirm } from '#ui/actions/confirm.tsx';
import { preloadContactOverlay } from '#ui/people/person-button.tsx';
import { useLastScreen } from '../start-snapshot/use-last-screen.ts';
import { routesOf } from '../routes/routes.tsx';
import { preloadProfileOverlay } from '../shell/header/header.tsx';
import { preloadWrongClock } from '../shell/clock-note.tsx';
import { preloadMenuDrawer } from '../shell/shell.tsx';
import { preloadToaster } from '../shell/toaster-place.tsx';
import { preloadHidePerson } from '../shell/person-actions.tsx';
import { useUpdateWhenBehind } from '../update/use-update-when-behind.ts';
import { preloadAhead } from './preload.ts';
import { preloadShortcutHelp, Shortcuts } from './shortcuts.tsx';
import { ReadMarksSender } from './read-marks-sender.tsx';
import { SyncAnnouncer } from './sync-announcer.tsx';
import { useAppBadge } from './use-app-badge.ts';
import { useEngineAttribute } from './use-engine-attribute.ts';
import { useReceivedNote } from './use-received-note.ts';

/** Components that any screen may need. */
const shared = [
  preloadMenuDrawer,
  preloadProfileOverlay,
  preloadConfirm,
  preloadMenus,
  preloadContactOverlay,
  preloadHidePerson,
  preloadToaster,
  preloadShortcutHelp,
  preloadWrongClock,
];

/** Background work for a signed-in user, loaded after the first screen. */
export function SignedInAfterwards(): ReactNode {
  const session = useSession();
  const features = useFeatures();
  useLastScreen();
  useEngineAttribute();
  useAppBadge();
  useUpdateWhenBehind();
  useRefusalToasts();
  useReceivedNote();
  const reached = useReached();
  // The settings contain the text next to the logo.
  const settled = useSyncStatus().connection !== 'unknown';
  useEffect(() => {
    if (settled) void session.loadSite();
  }, [settled, session]);
  useEffect(() => {
    const screens = routesOf(features).flatMap(({ screen, preload }) => (preload === 'never' ? [] : (screen.preload ?? [])));
    // One after another: the card loads them all at once.
    const presenters = features.flatMap(({ commands }) => (commands ? async () => void (await commands()) : []));
    return preloadAhead([...screens, ...presenters, commandCardOf(features).preload, ...shared]);
  }, [features]);
  return (
    <>
      <SyncAnnouncer />
      <Shortcuts />
      {features.map(({ name, background: Background }) => Background && <Background key={name} />)}
      {reached && <SweptPictures />}
      {reached && <ReadMarksSender />}
      {reached && features.map(({ name, onceReached: Background }) => Background && <Background key={name} />)}
    </>
  );
}

/** Returns whether the mirror has been up to date since the start. */
function useReached(): boolean {
  const { connection, firstLoad } = useSyncStatus();
  const isLevel = connection === 'online' && firstLoad === null;
  const [reached, setReached] = useState(isLevel);
  if (isLevel && !reached) setReached(true);
  return reached;
}
