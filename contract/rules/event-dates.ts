interface Dated {
  /** Instants (ISO 8601, UTC). */
  readonly startDate: string;
  readonly endDate: string;
}

/** Returns whether an event ends no earlier than it starts; other dates must not be used in calculations. */
export function datesFit({ startDate, endDate }: Dated): boolean {
  return Date.parse(startDate) <= Date.parse(endDate);
}

/** Returns whether an event is over at `now` (ms since the epoch). */
export function isOver(event: Dated, now: number): boolean {
  return datesFit(event) && Date.parse(event.endDate) <= now;
}
