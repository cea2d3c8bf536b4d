import { useMe } from '../../sync/react/hooks.tsx';

/** How somebody stands to an event that they are invited to: they are in it and it is open, they are in it, or they may join it. */
export type Standing = 'here' | 'member' | 'stranger';

export function useMembershipStatus(eventId: number | undefined): Standing {
  const me = useMe();
  if (eventId !== undefined && me?.activeEventId === eventId) return 'here';
  return me?.memberships.some((membership) => membership.eventId === eventId) ? 'member' : 'stranger';
}
