import { type ComponentProps, type ReactNode, startTransition, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useActiveEvent, useObservable, useRefresh, useSync } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { pathBelow } from '#ui/overlays/over-page.ts';
import { PullToRefresh } from '#ui/refresh/pull-to-refresh.tsx';
import { ScreenRefresh, useScreenRefreshes } from '#ui/refresh/screen-refresh.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { classes } from '#ui/theme/classes.ts';
import { drawn } from '#feature-kit/drawn.ts';
import { AskedPath } from '../routes/address-router.tsx';
import { ClockNote } from './clock-note.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useBrowserSignals } from './use-browser-signals.ts';
import { Header } from './header/header.tsx';
import { InstallBanner } from '../install/install-banner.tsx';
import styles from './shell.module.css';
import { StorageNotes } from './storage-notes.tsx';
import { BottomBar } from './menu/bottom-bar.tsx';
import { useCurrentInSight } from './menu/use-current-in-sight.ts';
import { useBadges } from './menu/use-badges.ts';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { useMenu } from './menu/use-menu.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const MenuDrawer = lazyComponent(async () => (await import('./menu/menu-drawer.tsx')).MenuDrawer, 'over');

export const preloadMenuDrawer = MenuDrawer.preload;

/** A phone has no room for it. */
const SideMenu = lazyComponent(async () => (await import('#feature-kit/menu/side-menu.tsx')).SideMenu, 'part');

export function Shell({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const screenRefresh = useScreenRefreshes(useRefresh(refreshToast(t)));
  useBrowserSignals(client);
  const event = useActiveEvent();
  const sections = useMenu();
  const badges = useBadges(event?.id);
  const wide = useMediaQuery(wideWindow);
  const [menuOpen, setMenuOpen] = useState(false);
  // Drawn in short tasks: it has as many links as some screens.
  const openMenu = (): void => startTransition(() => setMenuOpen(true));
  const main = useRef<HTMLElement>(null);
  return (
    <ScreenRefresh value={screenRefresh}>
      <InstallBanner />
      <Header menuOpen={menuOpen} badges={badges} onMenu={wide ? undefined : openMenu} onSkip={() => main.current?.focus()} />
      <div className={classes(styles.body, !wide && styles.withBar)}>
        <AskedPath>
          {wide ? (
            <Aside event={event} sections={sections} badges={badges} />
          ) : (
            menuOpen && <MenuDrawer event={event} sections={sections} badges={badges} onClose={() => setMenuOpen(false)} />
          )}
        </AskedPath>
        <main ref={main} tabIndex={-1} className={styles.main}>
          <StorageNotes />
          <ClockNote />
          <Content onRefresh={screenRefresh.run}>{children}</Content>
        </main>
        {!wide && (
          <AskedPath>
            <BottomBar sections={sections} badges={badges} menuOpen={menuOpen} onMore={openMenu} />
          </AskedPath>
        )}
      </div>
    </ScreenRefresh>
  );
}

/** The menu next to the content. */
function Aside(props: ComponentProps<typeof SideMenu>): ReactNode {
  const [path] = useLocation();
  const aside = useRef<HTMLDivElement>(null);
  useCurrentInSight(aside, `${path} ${props.sections.length}`);
  return (
    <div ref={aside} className={styles.aside}>
      <SideMenu {...props} />
    </div>
  );
}

/** A component of its own: the header and the menu are not drawn again for another screen. */
function Content({ onRefresh, children }: { onRefresh: () => Promise<void>; children: ReactNode }): ReactNode {
  const [path] = useLocation();
  useScrollMemory(pathBelow(path));
  return (
    <PullToRefresh onRefresh={onRefresh} isReady={useObservable(drawn)}>
      <ErrorBoundary place={path}>{children}</ErrorBoundary>
    </PullToRefresh>
  );
}
