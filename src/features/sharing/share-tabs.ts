import type { LucideIcon } from 'lucide-react';
import BedDouble from 'lucide-react/icons/bed-double';
import Car from 'lucide-react/icons/car';
import Package from 'lucide-react/icons/package';
import type { ShareType } from '#contract/resources/shares.ts';

/** The addresses of the tabs, spelled as in the specification. */
export const tabOfType = { ride: '/sharing/travel', room: '/sharing/accomodation', stuff: '/sharing/other' } as const satisfies Record<
  ShareType,
  string
>;

export const iconOfType = { ride: Car, room: BedDouble, stuff: Package } as const satisfies Record<ShareType, LucideIcon>;

export const ownTab = '/sharing/my';

export const firstTab = tabOfType.ride;
