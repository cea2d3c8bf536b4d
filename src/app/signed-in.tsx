import type { ReactNode } from 'react';
import { afterSchemas } from '#feature-kit/load-schemas.ts';
import { useMe, useObservable } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { PersonActions } from '#ui/people/person-actions.ts';
import { Routes } from './routes/routes.tsx';
import { personActions } from './shell/person-actions.tsx';
import { Shell } from './shell/shell.tsx';
import { drawn } from '#feature-kit/drawn.ts';
import { FirstLoad } from './start/first-load.tsx';

const SignedInAfterwards = lazyComponent(
  afterSchemas(async () => (await import('./deferred/signed-in-afterwards.tsx')).SignedInAfterwards),
  'silent',
);

export function SignedIn(): ReactNode {
  return (
    <Shell>
      <FirstLoad>
        <PersonActions value={personActions}>
          <Routes />
        </PersonActions>
      </FirstLoad>
      <OnceDrawn />
    </Shell>
  );
}

/** A component of its own: the screen is not drawn again for it. */
function OnceDrawn(): ReactNode {
  const isDrawn = useObservable(drawn);
  // True after the first load, which brings the row.
  const isKnown = useMe() !== undefined;
  return isDrawn && isKnown && <SignedInAfterwards />;
}
