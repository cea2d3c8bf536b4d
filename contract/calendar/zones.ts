import { windowsZones } from './windows-zones.ts';

const zones = new Map<unknown, string | null>();

/** Returns the IANA name of a zone by its IANA, CLDR or Windows name; null if it is unknown to this runtime. */
export function zoneNamed(name: unknown): string | null {
  let zone = zones.get(name);
  if (zone === undefined) zones.set(name, (zone = ianaZone(name)));
  return zone;
}

function ianaZone(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  // Some calendars write a file path before the name.
  for (const candidate of [name, name.split('/').slice(-2).join('/')]) {
    try {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: candidate }).resolvedOptions();
      // An offset is accepted here, but it has no zone name that every device has.
      return /^[A-Z]/i.test(timeZone) ? timeZone : null;
    } catch {
      // Unknown to this runtime: the next spelling is tried.
    }
  }
  return windowsZones[name] ?? null;
}
