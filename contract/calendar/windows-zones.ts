import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };

/** IANA zones by the names that Windows and Outlook write (Unicode CLDR, windowsZones, territory 001). */
export const windowsZones: Readonly<Record<string, string>> = Object.fromEntries(
  cldr.supplemental.windowsZones.mapTimezones.flatMap(({ mapZone }) =>
    mapZone._territory === '001' ? [[mapZone._other, mapZone._type] as const] : [],
  ),
);
