import { times } from '#contract/times.ts';
import type { AgendaItem } from './read-agenda.ts';

type Reminded = Pick<AgendaItem, 'id' | 'startDate' | 'remindMinutes'>;

/** Names one start of an entry: a moved entry has another one. */
export const alarmOf = ({ id, startDate }: Reminded): string => `${id} ${startDate}`;

interface Alarms<Item> {
  readonly due: readonly Item[];
  /** When the next reminder is due (ms since the epoch); null without any. */
  readonly next: number | null;
}

/** Returns the reminders that are due at `now` (ms since the epoch), until the start, without those that were shown before. */
export function dueAlarms<Item extends Reminded>(items: readonly Item[], now: number, shown: ReadonlySet<string>): Alarms<Item> {
  const coming = items.flatMap((item) => {
    const start = Date.parse(item.startDate);
    return item.remindMinutes === null || start <= now ? [] : [{ item, at: start - item.remindMinutes * times.minute, start }];
  });
  const later = coming.filter(({ at }) => at > now).map(({ at }) => at);
  return {
    due: coming.filter(({ at, item }) => at <= now && !shown.has(alarmOf(item))).map(({ item }) => item),
    next: later.length > 0 ? Math.min(...later) : null,
  };
}
