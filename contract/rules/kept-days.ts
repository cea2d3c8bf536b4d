/** How many days after its end an event keeps what belongs to people; organisers choose within these bounds. */
export const keptDays = { least: 14, usual: 90, most: 730 } as const;

/** When personal data of an event is deleted (ms since the epoch), unless its organisers were told of a later time. */
export function deletesAt({
  endDate,
  keptDays: days,
}: {
  readonly endDate: string;
  readonly keptDays?: number | null | undefined;
}): number {
  return Date.parse(endDate) + (days ?? keptDays.usual) * 86_400_000;
}
