import { isTimeZone } from '#contract/rules/checks.ts';

/** A cache, because a check costs as much as making a formatter. */
const asked = new Map<string, string>();

/** Returns the zone (IANA name), or the device's own if its zone data is older than the name. */
export function knownZone(timeZone: string): string {
  let known = asked.get(timeZone);
  if (known === undefined)
    asked.set(timeZone, (known = isTimeZone(timeZone) ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone));
  return known;
}
