import { Temporal } from 'temporal-polyfill';
import { moment } from '#contract/fields.ts';
import { knownZone } from './formats.ts';

/**
 * The meaning of a wall-clock time: `once` is an ordinary one; `twice` occurs before and after clocks go back, and `instant` is the first;
 * `never` is skipped when they go forward; `year` is a slip (`26` for `2026`).
 */
export type WallClock =
  | { readonly kind: 'once'; readonly instant: string }
  | { readonly kind: 'twice'; readonly instant: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'year' };

/**
 * Returns the wall-clock time of an instant (ISO 8601, UTC) in a zone (IANA name; the device's own if unknown), cut to minutes: the 16
 * characters of a `datetime-local` field.
 */
export function toWallClock(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(knownZone(timeZone))
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .slice(0, 16);
}

/** Returns the instant of a `datetime-local` value in a zone (as above); null for any other text. */
export function fromWallClock(value: string, timeZone: string): WallClock | null {
  const local = plain(value);
  if (!local) return null;
  const zone = knownZone(timeZone);
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(zone, { disambiguation })) as [
    Temporal.ZonedDateTime,
    Temporal.ZonedDateTime,
  ];
  const instant = new Date(first.epochMilliseconds).toISOString();
  if (!moment.safeParse(instant).success) return { kind: 'year' };
  if (first.epochMilliseconds === last.epochMilliseconds) return { kind: 'once', instant };
  return first.toPlainDateTime().equals(local) ? { kind: 'twice', instant } : { kind: 'never' };
}

function plain(value: string): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null;
  try {
    return Temporal.PlainDateTime.from(value.slice(0, 16));
  } catch {
    return null;
  }
}
