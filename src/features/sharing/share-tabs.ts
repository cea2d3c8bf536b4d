import type { ShareType } from '#contract/resources/shares.ts';

/** The addresses of the tabs, spelled as in the specification. */
export const tabOfType = { ride: '/sharing/travel', room: '/sharing/accomodation', stuff: '/sharing/other' } as const satisfies Record<
  ShareType,
  string
>;

export const iconOfType = { ride: '🚗', room: '🛏️', stuff: '🧰' } as const satisfies Record<ShareType, string>;

export const ownTab = '/sharing/my';

export const firstTab = tabOfType.ride;
