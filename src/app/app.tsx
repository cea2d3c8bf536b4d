import type { ReactNode } from 'react';
import { Switch, Route, useLocation } from 'wouter';
import { AddressRouter } from './routes/address-router.tsx';
import { FeaturesProvider } from '#feature-kit/features.tsx';
import type { Places } from '#feature-kit/places.ts';
import { SyncProvider, useObservable, useSessionState } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { features } from './feature-list.ts';
import { invitationIn } from './invitation/invitation.ts';
import { drawn } from '#feature-kit/drawn.ts';
import { LoadingScreen } from './start/loading-screen.tsx';
import { OutsidePage } from './routes/outside-page.tsx';
import { at, routesOf, screenOf } from './routes/routes.tsx';
import { useDestination } from './routes/use-destination.ts';
import { SignedIn } from './signed-in.tsx';
import { Toaster } from './shell/toaster-place.tsx';
import { forgetJoinCode, signInFor, useJoinCode } from './invitation/use-join-code.ts';

const places = Object.assign({}, ...features.map((feature) => feature.places)) as Places;
const routes = routesOf(features);
const outside = routes.filter((route) => route.outside);

/** One element: the frame of the screens is not drawn again for another screen. */
const signedIn = <SignedIn />;

const Afterwards = lazyComponent(async () => (await import('./deferred/afterwards.tsx')).Afterwards, 'silent');

export function App(): ReactNode {
  return (
    <ErrorBoundary>
      <FeaturesProvider features={features}>
        <AddressRouter>
          <OnceDrawn />
          <Screens />
        </AddressRouter>
      </FeaturesProvider>
      <Toaster />
    </ErrorBoundary>
  );
}

/** A component of its own: the screens are not drawn again for it. */
function OnceDrawn(): ReactNode {
  return useObservable(drawn) && <Afterwards places={places} />;
}

function Screens(): ReactNode {
  const state = useSessionState();
  const [location] = useLocation();
  const invitation = invitationIn(location);
  const joinCode = useJoinCode(state.status);
  useDestination(state.status, routes);
  switch (state.status) {
    case 'starting':
      return <LoadingScreen />;
    case 'signed-out':
      return (
        <Switch>
          {outside.map((route) => at(route, (params) => <OutsidePage>{screenOf(route, params)}</OutsidePage>))}
          <Route>
            {invitation ? (
              <places.register invited={invitation} onSignIn={signInFor} />
            ) : (
              <places.login unsentOf={state.unsentOf} erased={state.erased} />
            )}
          </Route>
        </Switch>
      );
    case 'storage-failed':
      return <places.storageFailed problem={state.problem} unsent={state.unsent} />;
    case 'signed-in':
      return (
        <SyncProvider key={state.client.db.name} client={state.client}>
          {signedIn}
          {joinCode !== null && <places.join key={joinCode} code={joinCode} onClose={forgetJoinCode} />}
        </SyncProvider>
      );
  }
}
