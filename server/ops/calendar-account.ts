import { type LeftOut, leftOutReasons } from '#contract/calendar/left-out.ts';
import { limits } from '#contract/limits.ts';
import type { ReplacedCalendar } from '../calendar/replace-calendar.ts';

const reasons: Record<LeftOut, string> = {
  outside: 'outside of the past year and the two to come',
  hidden: 'cancelled or private',
  unreadable: 'not readable',
  twice: 'in the file twice (the newest is taken)',
  too_many: `beyond the ${limits.calendarEvents} dates that are kept`,
};

const mostTitles = 5;

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Returns a report on every entry of a file; times without a known zone were read in `zone`. */
export function calendarAccount(name: string, calendar: ReplacedCalendar, zone: string): string {
  const { entries, taken, occurrences, added, changed, removed, leftOut, dropped, unknownZones, withoutZone } = calendar;
  const same = occurrences.length - added - changed;
  const left = leftOutReasons.flatMap((why) => {
    const titles = leftOut.filter(([other]) => other === why).map(([, title]) => title || '(without a title)');
    const more = titles.length > mostTitles ? ', …' : '';
    return titles.length > 0 ? [`  ${titles.length} not taken, ${reasons[why]}: ${titles.slice(0, mostTitles).join(', ')}${more}`] : [];
  });
  const dates = plural(occurrences.length, 'date', 'dates');
  return [
    `${name}: ${plural(entries, 'entry', 'entries')}, ${taken} taken.`,
    `  ${dates}: ${added} new, ${changed} changed, ${same} the same; ${removed} removed.`,
    ...left,
    ...(dropped > 0 ? [`  ${plural(dropped, 'date is too many and was', 'dates are too many and were')} not taken.`] : []),
    ...unknownZones.map((unknown) => `  The time zone ${unknown} is unknown: its times were read as ${zone}. Please check them.`),
    ...(withoutZone > 0
      ? [`  ${plural(withoutZone, 'entry names no time zone: its', 'entries name no time zone: their')} times were read as ${zone}.`]
      : []),
  ].join('\n');
}
