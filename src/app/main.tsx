import '#ui/theme/theme.css';
import '#ui/theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clock } from '#i18n/clock.ts';
import { loadErrorTexts, startI18n } from '#i18n/i18n.ts';
import { earlyPorts } from '#sync/device/early-ports.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { openDatabase } from '#sync/session/session-state.ts';
import { EarlySession } from '#sync/session/early-session.ts';
import { App } from './app.tsx';
import { handOver } from './start-snapshot/hand-over.ts';
import { drawn } from './start/drawn.ts';
import { firstScreen } from './start/first-screen.ts';
import { loadSessionCode } from './start/load-session-code.ts';
import { hashAddressOf } from './start/hash-address.ts';
import { preloadScreen } from './preload-screen.ts';
import { listenForInstallOffer } from './install/install.ts';

const address = hashAddressOf(location);
if (address !== null) history.replaceState(history.state, '', address);
// The default screen gets its own path before anything is drawn: a redirect would draw everything twice.
if (location.hash === '' || location.hash === '#/') history.replaceState(history.state, '', '#/home');
listenForInstallOffer();
const session = new EarlySession(earlyPorts(), openDatabase, loadSessionCode);
session.clockSkew.subscribe(() => clock.setSkew(session.clockSkew.get()));
void session.start();
void show();
// The first formatter costs a slow phone 80 ms, which it has while the device reads.
setTimeout(() => new Intl.DateTimeFormat());
if ('signedIn' in document.documentElement.dataset) void preloadScreen(location.hash.slice(1));

/** Not awaited by this module: later code imports it, and would wait for its end. */
async function show(): Promise<void> {
  await Promise.all([startI18n(), firstScreen(session)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // A transition is drawn in short tasks.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <SessionProvider session={session}>
          <App />
        </SessionProvider>
      </StrictMode>,
    );
  });
  await handOver(root);
  session.work();
  drawn.set(true);
  void loadErrorTexts();
  void import('./update/worker.ts').then(({ registerWorker }) => registerWorker());
}
