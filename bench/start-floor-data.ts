/** How many posts a floor holds. */
export const floorCount = 10_000;

/** What a floor shows. */
export const floorPost = 'The newest post of them all';
