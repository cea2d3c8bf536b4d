import type { AdminCard } from '#feature-kit/feature.ts';

/** Addresses of the screens from top to bottom; others come last. */
const order = [
  '/admin/event-data',
  '/admin/modules',
  '/admin/home-screen',
  '/admin/event-menu',
  '/admin/eventcodes',
  '/admin/event-schedule',
  '/admin/event-links',
  '/admin/faq',
  '/admin/announcements',
  '/admin/reports',
  '/admin/feedback',
  '/admin/global',
];

const placeOf = ({ path }: AdminCard): number => [...order, path].indexOf(path);

/** Returns the cards in the order of the general menu. Pure. */
export function inOrder(cards: readonly AdminCard[]): readonly AdminCard[] {
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}
