import type { ShareType } from '../../../contract/resources/shares.ts';

/** The address of each type's tab, as the specification spells it. */
export const tabOfType = { ride: '/sharing/travel', room: '/sharing/accomodation', stuff: '/sharing/other' } as const satisfies Record<
  ShareType,
  string
>;

export const ownTab = '/sharing/my';

export const firstTab = tabOfType.ride;
