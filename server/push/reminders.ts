import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { marksDescriptor } from '../resources/schedule.ts';
import { isReminded, readNextStart, readReminders, type Reminder } from '../store/push/due-reminders.ts';
import { insertJobs } from '../store/push/push-jobs.ts';
import { isModuleOff } from '../store/repositories/module-rows.ts';
import type { ReadHandle, WriteHandle } from '../store/store.ts';
import { agendaPayload, reminderKey } from './agenda-hook.ts';

const moduleId = marksDescriptor.module?.id ?? 0;

const instant = (time: number): string => new Date(time).toISOString();
const dueAt = ({ startDate, minutes }: Reminder): number => Date.parse(startDate) - minutes * times.minute;

/**
 * Turns due reminders into pushes that end with the start. A device receives each start of an entry once: a moved entry has another start,
 * and a removed one none.
 */
export async function queueDueReminders(trx: WriteHandle, origin: string, now: number): Promise<void> {
  const soon = await readReminders(trx, instant(now), instant(now + limits.remindMinutes * times.minute));
  for (const reminder of soon.filter((each) => dueAt(each) <= now)) {
    const { id, eventId, title, startDate, place } = reminder;
    if (await isModuleOff(trx, eventId, moduleId)) continue;
    const subject = `reminder-${id}-${startDate}`;
    const payload = await agendaPayload(trx, 'soon', { id, eventId, title, startDate, place, origin, tag: subject });
    if (!payload) continue;
    const about = { eventId, setting: 'agenda', except: null, subject, payload, rowKey: reminderKey(id) } as const;
    await insertJobs(trx, { ...about, of: isReminded(reminder), expiresAt: Date.parse(startDate) }, now);
  }
}

/** Returns when the next reminder is due, or has to be looked for (ms since the epoch); null without anything to come. */
export async function nextReminderAt(db: ReadHandle, now: number): Promise<number | null> {
  const earliest = limits.remindMinutes * times.minute;
  const coming = (await readReminders(db, instant(now), instant(now + 2 * earliest))).map(dueAt).filter((time) => time > now);
  if (coming.length > 0) return Math.min(...coming);
  const start = await readNextStart(db, instant(now + 2 * earliest));
  return start === null ? null : Date.parse(start) - earliest;
}
