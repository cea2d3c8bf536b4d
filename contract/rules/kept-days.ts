/** Days after its end for which an event keeps personal data; organisers choose within these bounds. */
export const keptDays = { least: 14, usual: 90, most: 730 } as const;

interface Kept {
  readonly endDate: string;
  readonly keptDays?: number | null | undefined;
}

/** Returns the time (ms since the epoch) to delete personal data of an event, later if its organisers were notified late. */
export function deletionOf(event: Kept & { readonly deletesAt?: number | null | undefined }): number {
  return Math.max(deletesAt(event), event.deletesAt ?? 0);
}

/** Returns that time (ms since the epoch) if the organisers are notified early enough. */
export function deletesAt({ endDate, keptDays: days }: Kept): number {
  return Date.parse(endDate) + (days ?? keptDays.usual) * 86_400_000;
}
