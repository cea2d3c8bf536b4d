import type { AdminCard } from '../../feature-kit/feature.ts';

/** From top to bottom, by the addresses of the screens; what is not named here comes last. */
const order = [
  '/admin/event-data',
  '/admin/modules',
  '/admin/home-screen',
  '/admin/event-menu',
  '/admin/eventcodes',
  '/admin/event-schedule',
  '/admin/event-links',
  '/admin/announcements',
  '/admin/reports',
  '/admin/global',
];

const placeOf = ({ path }: AdminCard): number => [...order, path].indexOf(path);

/** The cards in the order of the general menu. Pure. */
export function inOrder(cards: readonly AdminCard[]): readonly AdminCard[] {
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}
