interface Dated {
  /** Instants (ISO 8601, UTC). */
  readonly startDate: string;
  readonly endDate: string;
}

/** Whether an event ends no earlier than it starts; from dates that do not, nothing is to be computed. */
export function datesFit({ startDate, endDate }: Dated): boolean {
  return Date.parse(startDate) <= Date.parse(endDate);
}

/** Whether an event is known to be over at `now` (ms since the epoch). */
export function isOver(event: Dated, now: number): boolean {
  return datesFit(event) && Date.parse(event.endDate) <= now;
}
