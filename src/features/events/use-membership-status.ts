import { useMe } from '#sync/react/hooks.tsx';

/** `here`: the open event of a member; `member`: another event of theirs; `stranger`: not a member. */
export type Standing = 'here' | 'member' | 'stranger';

export function useMembershipStatus(eventId: number | undefined): Standing {
  const me = useMe();
  if (eventId !== undefined && me?.activeEventId === eventId) return 'here';
  return me?.memberships.some((membership) => membership.eventId === eventId) ? 'member' : 'stranger';
}
