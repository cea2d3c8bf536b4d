/** How many days after its end an event keeps what belongs to people; organisers choose within these bounds. */
export const keptDays = { least: 14, usual: 90, most: 730 } as const;

interface Kept {
  readonly endDate: string;
  readonly keptDays?: number | null | undefined;
}

/** When personal data of an event is deleted (ms since the epoch), by what its organisers told of it: they may have been told late. */
export function deletionOf(event: Kept & { readonly deletesAt?: number | null | undefined }): number {
  return Math.max(deletesAt(event), event.deletesAt ?? 0);
}

/** The same (ms since the epoch) if its organisers are told in time. */
export function deletesAt({ endDate, keptDays: days }: Kept): number {
  return Date.parse(endDate) + (days ?? keptDays.usual) * 86_400_000;
}
