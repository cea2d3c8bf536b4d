const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'geo:'];

/** Returns whether an entered URL may become a link: only schemes that cannot run a script. */
export function isSafeUrl(value: string): boolean {
  try {
    return linkSchemes.includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

/** Returns whether this names a known time zone (IANA). An offset is refused, since it has no summer time. */
export function isTimeZone(value: string): boolean {
  return /^[a-z]/i.test(value) && isKnown(() => new Intl.DateTimeFormat('en', { timeZone: value }));
}

/** Returns whether dates can be formatted by it: a BCP 47 tag, or `auto` for the reader's language. */
export function isDateLocale(value: string): boolean {
  return value === 'auto' || isKnown(() => Intl.getCanonicalLocales(value));
}

function isKnown(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
