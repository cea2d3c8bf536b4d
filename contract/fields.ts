import * as z from 'zod/mini';
import { isDateLocale, isSafeUrl, isTimeZone } from './rules/checks.ts';
import { limits } from './limits.ts';
import { isPicture, storedPicture } from './pictures.ts';

/** Halves of characters by themselves become what any database makes of them. */
export const wellFormed = (value: string): string => value.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** A line ends with LF, whatever the system of its writer uses. */
const withLineFeeds = (value: string): string => value.replaceAll(/\r\n?/g, '\n');

/** Text as it is kept, the same on the device, on the server and in either database: well-formed, and no NUL (PostgreSQL refuses it). */
export const anyText = z.string().check(
  z.overwrite((value: string) => withLineFeeds(wellFormed(value))),
  z.refine((value: string) => !value.includes('\0'), { error: 'NUL', abort: true }),
);

/** Text that people type: any length up to `max` (UTF-16 code units). */
export const text = (max: number = limits.textLength) => anyText.check(z.maxLength(max));

/** The same, and not only white space. */
export const filledText = (max: number = limits.textLength) =>
  text(max).check(z.refine((value: string) => value.trim() !== '', { error: 'blank' }));

/** Emoji that ZWJ joins, flags of regions, and everything that is invisible or turns the direction of writing. */
const invisible =
  /(\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)+|\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]+\u{E007F})|[\p{Cf}\p{Cc}]/gu;

/** A text on one line without characters that nobody sees; joined emoji stay. */
export const visibleLine = (value: string): string =>
  value.replaceAll(/[\t\n]/g, ' ').replaceAll(invisible, (_all, emoji: string | undefined) => emoji ?? '');

/** A name or title: one line on which everything is visible. */
export const line = (max: number = limits.textLength) => anyText.check(z.overwrite(visibleLine), z.maxLength(max));

/** The same, and not only white space. */
export const filledLine = (max: number = limits.textLength) =>
  line(max).check(z.refine((value: string) => value.trim() !== '', { error: 'blank' }));

/** An address that a mail may be sent to; whether anybody reads it there is for a mail to find out. */
export const emailAddress = text(limits.emailLength).check(
  z.refine((value: string) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), { error: 'email' }),
);

/** The form in which an address is stored and compared: NFC, small letters, and the domain in the ASCII form that mail servers use (IDNA). */
export function canonicalEmail(value: string): string {
  const address = visibleLine(value).normalize().trim().toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

/** A domain in ASCII stays as it is. */
function asciiDomain(domain: string): string {
  const isPlain = !/[^\0-\u007f]/.test(domain) || /[\s/?#:@\\]/.test(domain);
  if (isPlain) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** RFC 9562. Version 7 is what we mint; any other version is taken as it comes, since no order depends on it. */
export const uuid = z.uuid();

/** An instant in UTC, ISO 8601 with a trailing Z. */
export const instant = z.iso.datetime();

/**
 * A moment as somebody may send it: with an offset, or without one as the wall-clock time of the event (a `datetime-local` value). Years
 * before 1970 are slips (`26` for `2026`), the last one is left out, since an offset could lead beyond it, and nobody counts beyond nanoseconds.
 */
export const moment = z.iso.datetime({ offset: true, local: true }).check(z.refine(isCountable, { error: 'year' }));

/** What is no moment at all is told of by its form. */
function isCountable(value: string): boolean {
  return !/^\d{4}-/.test(value) || (value >= '1970' && value < '9999' && !/\.\d{10}/.test(value));
}

/** One form for all instants, so that they can be compared as text. */
export const canonicalInstant = (value: string): string => new Date(value).toISOString();

export const eventId = z.int().check(z.positive());

/** A place among the like, from 1. */
export const position = z.int().check(z.minimum(1), z.maximum(1_000_000));

const nameLength = 100;

export const timeZone = z.string().check(z.maxLength(nameLength), z.refine(isTimeZone, { error: 'time_zone' }));

export const dateLocale = z.string().check(z.maxLength(nameLength), z.refine(isDateLocale, { error: 'date_locale' }));

/** A whole patch of nothing is a mistake. */
export const notEmpty = z.refine((args) => Object.values(args as object).some((value) => value !== undefined), { error: 'empty' });

export const safeUrl = line(2_000).check(z.refine(isSafeUrl, { error: 'url' }));

/** A URL that may be left out; a blank one, as plain forms send it, is none. */
export const optionalUrl = z.optional(
  z.nullable(text(2_000).check(z.refine((value: string) => value.trim() === '' || isSafeUrl(value), { error: 'url' }))),
);

export const pictureLink = z.string().check(z.regex(storedPicture));

/** A picture as an argument of a mutation: its link, or on the device, until it is sent, the name under which its bytes wait. */
export const picture = z.string().check(z.refine(isPicture, { error: 'picture' }));
