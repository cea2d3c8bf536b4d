import { v7 } from 'uuid';

/** Returns numbers from 0 to 1 that are the same at every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the sixteen bytes that name a stored picture. */
export const seededName = (random: () => number): Buffer => Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256)));

/** Returns a UUIDv7 (RFC 9562) for a time in milliseconds since the epoch, with random bits from `random`. */
export function seededUuid(random: () => number, milliseconds: number): string {
  return v7({ msecs: milliseconds, random: Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)) });
}
