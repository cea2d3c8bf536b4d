const base = 1_000;
const cap = 60_000;
const floor = 250;

/** Returns the delay (ms) after `attempts` failures in a row: exponential from 1 s to 60 s with full jitter. */
export function backOff(attempts: number, random: () => number): number {
  const ceiling = Math.min(cap, base * 2 ** Math.min(attempts, 10));
  return Math.max(floor, Math.round(random() * ceiling));
}
