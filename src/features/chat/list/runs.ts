import type { Formats } from '#i18n/formats.ts';
import type { StoredPost } from '../read-chat.ts';

/** Posts of one author belong together up to this distance (ms). */
const runLength = 5 * 60_000;

/** Returns whether a post follows one of the same author so closely that picture and name need not be repeated. */
export function continuesRun(post: StoredPost, before: StoredPost | undefined): boolean {
  if (before?.authorId !== post.authorId) return false;
  return Math.abs(Date.parse(post.createdAt) - Date.parse(before.createdAt)) <= runLength;
}

const dayLength = 24 * 3_600_000;

/** Returns "Today", "Yesterday" or the date of an instant, by the clock of the event. `now` is in ms since the epoch. */
export function dayText(instant: string, now: number, { formats, language }: { formats: Formats; language: string }): string {
  const key = formats.dayKey(instant);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const days of [0, -1]) {
    if (key === formats.dayKey(new Date(now + days * dayLength).toISOString())) return capitalised(relative.format(days, 'day'), language);
  }
  return formats.longDate(instant);
}

const capitalised = (text: string, language: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
