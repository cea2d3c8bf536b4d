import type { Caller } from './context.ts';

/** An account that nobody has confirmed costs next to nothing: it has a fifth of what a person may have. */
const unconfirmedShare = 1 / 5;

/** How much of something a person may have of which others have `most`; `least` is what a person needs to go on at all. */
export const mostFor = ({ isTrusted }: Pick<Caller, 'isTrusted'>, most: number, least = 1): number =>
  isTrusted ? most : Math.max(least, Math.ceil(most * unconfirmedShare));
