import type { DatingRating } from '#contract/resources/dating.ts';

export const tabOfRating = { 0: '/date/unrated', 1: '/date/interested', '-1': '/date/not-interested' } as const satisfies Record<
  DatingRating,
  string
>;

export const ratingsShown: readonly DatingRating[] = [0, 1, -1];

export type Side = 'left' | 'right';

/** The new rating after a swipe to either side. */
export const swiped: Record<DatingRating, Record<Side, DatingRating>> = {
  0: { right: 1, left: -1 },
  1: { right: -1, left: 0 },
  '-1': { right: 0, left: 1 },
};

/** Returns tab and page of an address; the first if it names none. */
export function placeAt(path: string): { rating: DatingRating; page: number } {
  const [, , tab, page] = path.split('/');
  const rating = ratingsShown.find((one) => tabOfRating[one] === `/date/${tab}`) ?? 0;
  return { rating, page: Math.max(1, Number(page ?? 1)) };
}

export const pathTo = (rating: DatingRating, page: number): string => (page === 1 ? tabOfRating[rating] : `${tabOfRating[rating]}/${page}`);
