import ICAL from 'ical.js';
import { stringOf } from './entry-fields.ts';

export class NoCalendar extends Error {
  override readonly name = 'NoCalendar';
}

/** Returns the calendars of a text, and the number of entries that cannot be parsed. Throws `NoCalendar`. */
export function parseCalendars(text: string): { calendars: ICAL.Component[]; unread: number } {
  const whole = tryParse(text);
  if (!('wrong' in whole)) return { calendars: calendarsOf(whole.parsed), unread: 0 };
  // The library parses the whole text or nothing. Parsed one by one, the valid entries are read.
  const entries = text.match(entry) ?? [];
  const shell = tryParse(text.replaceAll(entry, ''));
  if ('wrong' in shell) throw new NoCalendar(shell.wrong);
  const calendars = calendarsOf(shell.parsed);
  const read = entries.flatMap((one) => {
    const result = tryParse(one);
    return 'wrong' in result ? [] : [new ICAL.Component(result.parsed)];
  });
  for (const component of read) calendars[0]?.addSubcomponent(component);
  return { calendars, unread: entries.length - read.length };
}

const entry = /^BEGIN:VEVENT\r?$[^]*?^END:VEVENT\r?$\n?/gim;

function tryParse(text: string): { readonly parsed: unknown[] } | { readonly wrong: string } {
  try {
    return { parsed: ICAL.parse(text) as unknown[] };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}

/** The text may hold one iCalendar object or several. */
function calendarsOf(parsed: unknown[]): ICAL.Component[] {
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
  const calendars = roots.map((root) => new ICAL.Component(root)).filter(({ name }) => name === 'vcalendar');
  if (calendars.length === 0) throw new NoCalendar('no VCALENDAR');
  return calendars;
}

/** Returns the entries of a calendar, those with one UID together. */
export function byUid(calendar: ICAL.Component): ICAL.Component[][] {
  const events = calendar.getAllSubcomponents('vevent');
  const groups = new Map<string | ICAL.Component, ICAL.Component[]>();
  for (const event of events) {
    const key = stringOf(event, 'uid') || event;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return [...groups.values()];
}
