import '#ui/theme/theme.css';
import '#ui/theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_forceFrameRate as forceFrameRate } from 'scheduler';
import { clock } from '#i18n/clock.ts';
import { loadErrorTexts, startI18n } from '#i18n/i18n.ts';
import { scriptUrl } from '#lib/script-url.ts';
import { earlyPorts } from '#sync/device/early-ports.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { openDatabase } from '#sync/session/session-state.ts';
import { EarlySession } from '#sync/session/early-session.ts';
import { App } from './app.tsx';
import formatterUrl from './start/first-formatter.ts?worker&url';
import { handOver } from './start-snapshot/hand-over.ts';
import { drawn } from '#feature-kit/drawn.ts';
import { firstScreen } from './start/first-screen.ts';
import { loadSessionCode } from './start/load-session-code.ts';
import { hashAddressOf } from './start/hash-address.ts';
import { preloadScreen } from './preload-screen.ts';
import { listenForInstallOffer } from './install/install.ts';

// React works for 8 ms at a time instead of 5, the most that it allows: each pause costs a slow phone time.
forceFrameRate(125);
const address = hashAddressOf(location);
if (address !== null) history.replaceState(history.state, '', address);
// The default screen gets its own path before anything is drawn: a redirect would draw everything twice.
if (location.hash === '' || location.hash === '#/') history.replaceState(history.state, '', '#/home');
listenForInstallOffer();
const session = new EarlySession(earlyPorts(), openDatabase, loadSessionCode);
session.clockSkew.subscribe(() => clock.setSkew(session.clockSkew.get()));
void session.start();
// The first formatter of a process costs a slow phone 100 ms; a worker creates it while the device reads.
void new Worker(scriptUrl(formatterUrl), { type: 'module' });
// A task of its own, as the evaluation of this file is a long one.
setTimeout(() => {
  void show();
  if ('signedIn' in document.documentElement.dataset) void preloadScreen(location.hash.slice(1));
});

/** Not awaited by this module: later code imports it, and would wait for its end. */
async function show(): Promise<void> {
  await Promise.all([startI18n(), firstScreen(session)]);
  const root = document.getElementById('root')!;
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
  void import('./update/worker.ts').then(({ registerWorker }) => registerWorker(session.state));
}
