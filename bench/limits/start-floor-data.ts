export const floorCount = 10_000;

export const floorPost = 'The newest post of them all';
