import { randomBytes } from 'node:crypto';
import type { CalendarLink } from '#contract/resources/calendar-links.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import type { Writing } from '#server/store/store.ts';
import type { RowChange } from '#server/services/feed/change-log.ts';

/** Replaces the secret of every calendar link of a person, because an intruder may have the old one. Returns the changes. */
export async function renewCalendarLinks(trx: Writing, userId: number): Promise<RowChange[]> {
  const links = rowStoreOf('calendarLinks');
  const rows = [...(await links.load(trx, await links.idsWhere(trx, 'userId', [userId]))).values()] as CalendarLink[];
  const open = rows.filter(({ secret }) => secret !== null);
  const renewed = open.map((row) => ({ ...row, secret: randomBytes(16).toString('base64url'), version: row.version + 1 }));
  await links.update(trx, renewed);
  return renewed.map((rowAfter, index) => ({ resource: 'calendarLinks', rowBefore: open[index]!, rowAfter }));
}
