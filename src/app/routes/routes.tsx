import type { ReactElement, ReactNode } from 'react';
import { Redirect, Route as At, Switch, useLocation } from 'wouter';
import type { Feature } from '#feature-kit/feature.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import type { Params, Route, Screen } from '#feature-kit/route.ts';
import { invitationIn } from '../invitation/invitation.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { UnlessOff } from './unless-off.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminsOnly = lazyComponent(async () => (await import('./admins-only.tsx')).AdminsOnly);

export function Routes(): ReactNode {
  const routes = routesOf(useFeatures());
  const [location] = useLocation();
  // An invitation is no route, and is about to be removed from the address.
  if (invitationIn(location)) return null;
  return (
    <Switch>
      {routes.map((route) => at(route, (params) => guarded(route, screenOf(route, params))))}
      <At path="/">
        <Redirect to="/home" replace />
      </At>
      <At>
        <NotFoundScreen />
      </At>
    </Switch>
  );
}

export const routesOf = (features: readonly Feature[]): Route[] => features.flatMap(({ routes = [] }) => routes);

/** Returns a route for a `Switch`; its screen stays mounted while the route matches. */
export function at(route: Route, show: (params: Params) => ReactNode): ReactElement {
  return (
    <At key={String(route.path)} path={route.path}>
      {show}
    </At>
  );
}

export function screenOf({ screen, props }: Route, params: Params): ReactNode {
  // `route` has checked that the types match.
  const Shown = screen as Screen<object>;
  return <Shown {...props?.(params)} />;
}

function guarded(route: Route, screen: ReactNode): ReactNode {
  const shown = <UnlessOff route={route}>{screen}</UnlessOff>;
  return route.guard ? <AdminsOnly access={route.guard}>{shown}</AdminsOnly> : shown;
}
