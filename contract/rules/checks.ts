const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'geo:'];

/** Whether a URL that a person entered may become a link: only schemes that cannot run script. */
export function isSafeUrl(value: string): boolean {
  try {
    return linkSchemes.includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

/** Whether this names a time zone (IANA) that is known here; an offset names none, as it knows no summer time. */
export function isTimeZone(value: string): boolean {
  return /^[a-z]/i.test(value) && isKnown(() => new Intl.DateTimeFormat('en', { timeZone: value }));
}

/** Whether dates can be written so: a BCP 47 tag, or `auto` for the reader's language. */
export function isDateLocale(value: string): boolean {
  return value === 'auto' || isKnown(() => Intl.getCanonicalLocales(value));
}

function isKnown(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
