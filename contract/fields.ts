import * as z from 'zod/mini';
import { isDateLocale, isSafeUrl, isTimeZone } from './rules/checks.ts';
import { limits } from './limits.ts';
import { isPicture, storedPicture } from './pictures.ts';

/** For a call that has no arguments. */
export const noArgs = z.strictObject({});

/** Replaces lone surrogates, as both databases would. */
export const wellFormed = (value: string): string => value.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Lines end with LF on every system. */
const withLineFeeds = (value: string): string => value.replaceAll(/\r\n?/g, '\n');

/** Stored text, the same on the device, on the server and in both databases: well-formed and without NUL, which PostgreSQL refuses. */
export const anyText = z.string().check(
  z.overwrite((value: string) => withLineFeeds(wellFormed(value))),
  z.refine((value: string) => !value.includes('\0'), { error: 'NUL', abort: true }),
);

/** Typed text of any length up to `max` (UTF-16 code units). */
export const text = (max: number = limits.textLength) => anyText.check(z.maxLength(max));

export const filledText = (max: number = limits.textLength) =>
  text(max).check(z.refine((value: string) => value.trim() !== '', { error: 'blank' }));

/** Matches emoji joined by ZWJ, flags of regions, and every character that is invisible or changes the direction of writing. */
const invisible =
  /(\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)+|\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]+\u{E007F})|[\p{Cf}\p{Cc}]/gu;

/** Returns a text on one line without invisible characters; joined emoji stay. */
export const visibleLine = (value: string): string =>
  value.replaceAll(/[\t\n]/g, ' ').replaceAll(invisible, (_all, emoji: string | undefined) => emoji ?? '');

/** A name or title: one line without invisible characters. */
export const line = (max: number = limits.textLength) => anyText.check(z.overwrite(visibleLine), z.maxLength(max));

export const filledLine = (max: number = limits.textLength) =>
  line(max).check(z.refine((value: string) => value.trim() !== '', { error: 'blank' }));

/** An address that mail can be sent to. Only a mail can prove that it is read. */
export const emailAddress = text(limits.emailLength).check(
  z.refine((value: string) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), { error: 'email' }),
);

/** Returns the stored form of an address: NFC, lower case, and the domain in its ASCII form (IDNA). */
export function canonicalEmail(value: string): string {
  const address = visibleLine(value).normalize().trim().toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

/** Printable ASCII without capital letters: surely canonical. Nearly all addresses match, ten times as fast as they are normalised. */
const surelyCanonical = /^[!-@[-~]+$/;

export const isCanonicalEmail = (email: string): boolean => surelyCanonical.test(email) || canonicalEmail(email) === email;

function asciiDomain(domain: string): string {
  const isPlain = !/[^\0-\u007f]/.test(domain) || /[\s/?#:@\\]/.test(domain);
  if (isPlain) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** RFC 9562. The app creates version 7; any version is accepted, since no order depends on it. */
export const uuid = z.uuid();

/** An instant in UTC, ISO 8601 with a trailing Z. */
export const instant = z.iso.datetime();

/**
 * A sent moment: with an offset, or without one in the time of the event (a `datetime-local` value). Refuses years before 1970, which are
 * slips (`26` for `2026`), the year 9999, which an offset could exceed, and more than nanoseconds.
 */
export const moment = z.iso.datetime({ offset: true, local: true }).check(z.refine(isCountable, { error: 'year' }));

/** A malformed value is reported by the format check instead. */
function isCountable(value: string): boolean {
  return !/^\d{4}-/.test(value) || (value >= '1970' && value < '9999' && !/\.\d{10}/.test(value));
}

/** One form for all instants, so that they can be compared as text. */
export const canonicalInstant = (value: string): string => new Date(value).toISOString();

export const eventId = z.int().check(z.positive());

/** A position in a list, from 1. */
export const position = z.int().check(z.minimum(1), z.maximum(1_000_000));

const nameLength = 100;

export const timeZone = z.string().check(z.maxLength(nameLength), z.refine(isTimeZone, { error: 'time_zone' }));

export const dateLocale = z.string().check(z.maxLength(nameLength), z.refine(isDateLocale, { error: 'date_locale' }));

/** A patch without any field is a mistake. */
export const notEmpty = z.refine((args) => Object.values(args as object).some((value) => value !== undefined), { error: 'empty' });

export const safeUrl = line(2_000).check(z.refine(isSafeUrl, { error: 'url' }));

/** Minutes before a start; null for no reminder. */
export const reminder = z.nullable(z.int().check(z.minimum(0), z.maximum(limits.remindMinutes)));

/** An optional URL; a blank one, as plain forms send it, counts as none. */
export const optionalUrl = z.optional(
  z.nullable(text(2_000).check(z.refine((value: string) => value.trim() === '' || isSafeUrl(value), { error: 'url' }))),
);

export const pictureLink = z.string().check(z.regex(storedPicture));

/** A picture as an argument: its link, or on the device until it is sent, the name of its pending bytes. */
export const picture = z.string().check(z.refine(isPicture, { error: 'picture' }));
