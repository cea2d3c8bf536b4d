export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Returns the time until `start` (ISO 8601 instant) at `now` (ms since the epoch); null after the start. */
export function remainingUntil(start: string, now: number): Remaining | null {
  const seconds = Math.ceil((Date.parse(start) - now) / 1_000);
  if (!(seconds > 0)) return null;
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
