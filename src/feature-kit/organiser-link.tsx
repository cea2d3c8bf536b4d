import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { may } from '#contract/roles.ts';
import { useActiveEvent, useActor } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';

interface OrganiserLinkProps {
  href: string;
  look: 'primary' | 'quiet';
  children: ReactNode;
}

/** A link from a screen of participants to the organisers' side of it, for admins of the event. */
export function OrganiserLink({ href, look, children }: OrganiserLinkProps): ReactNode {
  const event = useActiveEvent();
  const actor = useActor();
  if (!event || !may(actor, 'event-admin', { eventId: event.id })) return null;
  return (
    <Link href={href} className={buttonClass(look)}>
      {children}
    </Link>
  );
}
