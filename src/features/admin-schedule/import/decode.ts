import { unfolded } from '#contract/calendar/calendar-text.ts';

/**
 * Returns the text of a file in UTF-8 or UTF-16, with or without a byte order mark, else in Windows-1252, the default of German and English
 * spreadsheets. Never throws.
 */
export function decoded(bytes: Uint8Array): string {
  // A calendar line may be folded inside a character, which would look like another encoding.
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  const whole = /^\s*BEGIN:VCALENDAR/i.test(start) ? unfolded(bytes) : bytes;
  return new TextDecoder(encodingOf(whole)).decode(whole);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // In UTF-16, every other byte of German and English text is zero.
  const start = bytes.subarray(0, 1_000);
  const noughts = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length) as [number, number];
  if (noughts[1] > start.length / 4) return 'utf-16le';
  if (noughts[0] > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
