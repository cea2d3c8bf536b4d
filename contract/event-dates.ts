interface Dated {
  /** Instants (ISO 8601, UTC). */
  readonly startDate: string;
  readonly endDate: string;
}

/** Whether an event ends no earlier than it starts; from dates that do not, nothing is to be computed. */
export function datesFit({ startDate, endDate }: Dated): boolean {
  return Date.parse(startDate) <= Date.parse(endDate);
}

/** How many days after its end an event keeps what belongs to people; organisers choose within these bounds. */
export const keptDays = { least: 14, usual: 90, most: 730 } as const;

/** When personal data of an event is deleted (ms since the epoch), unless its organisers were told of a later time. */
export function deletesAt({ endDate, keptDays: days }: Pick<Dated, 'endDate'> & { readonly keptDays?: number | null | undefined }): number {
  return Date.parse(endDate) + (days ?? keptDays.usual) * 86_400_000;
}

/** Whether an event is known to be over at `now` (ms since the epoch). */
export function isOver(event: Dated, now: number): boolean {
  return datesFit(event) && Date.parse(event.endDate) <= now;
}
