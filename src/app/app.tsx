import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Router, useLocation } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { SyncProvider, useSessionState } from '../sync/react/hooks.tsx';
import { buttonClass } from '../ui/look/button.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.tsx';
import { invitationIn } from './invitation.ts';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { preloadAhead } from './preload.ts';
import { SignedIn } from './signed-in.tsx';
import { Toaster } from './toaster-place.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { forgetJoinCode, signInFor, useJoinCode } from './use-join-code.ts';

const StorageFailedScreen = lazyComponent(async () => (await import('../features/session/storage-failed-screen.tsx')).StorageFailedScreen);
const PrivacyScreen = lazyComponent(async () => (await import('../features/about/privacy-screen.tsx')).PrivacyScreen);
const RegisterScreen = lazyComponent(async () => (await import('../features/session/register-screen.tsx')).RegisterScreen);
const LoginScreen = lazyComponent(async () => (await import('../features/session/login-screen.tsx')).LoginScreen);

const JoinOverlay = lazyComponent(async () => (await import('../features/join/join-overlay.tsx')).JoinOverlay, 'over');

/** Everything, by the state of the session. */
export function App(): ReactNode {
  return (
    <ErrorBoundary>
      <Router hook={useHashLocation}>
        <UpdateBanner />
        <Screens />
      </Router>
      <Toaster />
    </ErrorBoundary>
  );
}

function Screens(): ReactNode {
  const state = useSessionState();
  const [location] = useLocation();
  const invitation = invitationIn(location);
  const joinCode = useJoinCode(state.status);
  // A session that ends while the app is open needs its screen also without network.
  useEffect(() => preloadAhead([LoginScreen, RegisterScreen, StorageFailedScreen, JoinOverlay].map(({ preload }) => preload)), []);
  switch (state.status) {
    case 'starting':
      return <LoadingScreen />;
    case 'signed-out':
      // Whoever is asked for data may read first what becomes of it.
      if (location === '/privacy') return <OutsidePrivacy />;
      return invitation ? (
        <RegisterScreen invited={invitation} onSignIn={signInFor} />
      ) : (
        <LoginScreen unsentOf={state.unsentOf} erased={state.erased} />
      );
    case 'storage-failed':
      return <StorageFailedScreen problem={state.problem} unsent={state.unsent} />;
    case 'signed-in':
      return (
        <SyncProvider key={state.userId} client={state.client}>
          <SignedIn />
          {joinCode !== null && <JoinOverlay key={joinCode} code={joinCode} onClose={forgetJoinCode} />}
        </SyncProvider>
      );
  }
}

function OutsidePrivacy(): ReactNode {
  const { t } = useTranslation();
  return (
    <main>
      <PrivacyScreen signedIn={false} />
      <p className={styles['back']}>
        <Link href="/home" className={buttonClass()}>
          {t('login.back')}
        </Link>
      </p>
    </main>
  );
}
