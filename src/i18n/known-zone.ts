import { isTimeZone } from '../../contract/rules/checks.ts';

/** What was asked before: asking costs as much as making a formatter. */
const asked = new Map<string, string>();

/** The zone itself (IANA name), or the device's own where it does not know that one: its zone data may be older than the name. */
export function knownZone(timeZone: string): string {
  let known = asked.get(timeZone);
  if (known === undefined)
    asked.set(timeZone, (known = isTimeZone(timeZone) ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone));
  return known;
}
