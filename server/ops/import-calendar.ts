import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { calendarText } from '../../contract/calendar/calendar-text.ts';
import { type LeftOut, leftOutReasons } from '../../contract/calendar/left-out.ts';
import { limits } from '../../contract/limits.ts';
import { calendarBytes, CalendarRefused } from '../calendar/read-calendar.ts';
import { dropCalendar, takeCalendar, type TakenCalendar } from '../calendar/take-calendar.ts';
import { loadConfig, StartError } from '../config.ts';
import { givenPath, readArguments, runCommand } from './command.ts';
import { openConfiguredStore } from './configured-store.ts';

const usage = 'Usage: npm run import-calendar -- FILE.ics   (or, to take away what that file brought: --remove FILE.ics)';

const said: Record<CalendarRefused['problem'], string> = {
  unreachable: 'cannot be reached',
  forbidden_address: 'must not be reached',
  refused: 'is not handed out',
  too_large: `is larger than ${calendarBytes / 1024 / 1024} MB`,
  no_calendar: 'is no iCalendar file',
  too_much: 'takes too much time or memory to be read',
};

runCommand(async () => {
  const { values, positionals } = readArguments({ remove: { type: 'boolean' } } as const, usage, true);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new StartError(usage);
  const path = givenPath(file);
  const name = basename(path);
  const config = loadConfig();
  const text = values.remove ? null : await readText(path);
  const store = await openConfiguredStore(config);
  try {
    const now = store.clock.now();
    if (text === null) {
      if (!(await dropCalendar(store, sourceOf(name), now))) throw new StartError(`No file named ${name} was imported`);
      return `What ${name} brought is gone.`;
    }
    const source = { name: sourceOf(name), text, addressHash: null, etag: null, readAt: now };
    return accountOf(name, await takeCalendar(store, source, now));
  } catch (error) {
    if (!(error instanceof CalendarRefused)) throw error;
    throw new StartError(`${name} ${said[error.problem]}${error.detail === null ? '' : ` (${error.detail})`}`);
  } finally {
    await store.close();
  }
});

const reasons: Record<LeftOut, string> = {
  outside: 'outside of the past year and the two to come',
  hidden: 'cancelled or private',
  unreadable: 'not readable',
  twice: 'in the file twice (the newest is taken)',
  too_many: `beyond the ${limits.calendarEvents} dates that are kept`,
};

/** How many titles of entries that were not taken are printed for each reason. */
const mostTitles = 5;

/** Returns lines that account for every entry of the file. */
function accountOf(name: string, calendar: TakenCalendar): string {
  const { entries, taken, occurrences, added, changed, removed, leftOut, dropped, unknownZones, withoutZone } = calendar;
  const same = occurrences.length - added - changed;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const left = leftOutReasons.flatMap((why) => {
    const titles = leftOut.filter(([other]) => other === why).map(([, title]) => title || '(without a title)');
    const more = titles.length > mostTitles ? ', …' : '';
    return titles.length > 0 ? [`  ${titles.length} not taken, ${reasons[why]}: ${titles.slice(0, mostTitles).join(', ')}${more}`] : [];
  });
  return [
    `${name}: ${entries} entries, ${taken} taken.`,
    `  ${occurrences.length} dates: ${added} new, ${changed} changed, ${same} the same; ${removed} removed.`,
    ...left,
    ...(dropped > 0 ? [`  ${dropped} dates are too many and were not taken.`] : []),
    ...unknownZones.map((unknown) => `  Nobody knows the time zone ${unknown}: its times were read as ${zone}. Please check them.`),
    ...(withoutZone > 0 ? [`  ${withoutZone} entries name no time zone: their times were read as ${zone}.`] : []),
  ].join('\n');
}

const sourceOf = (name: string): string => `file:${name}`;

async function readText(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read – ${(error as Error).message}`);
  });
  try {
    if ((await file.stat()).size > calendarBytes) throw new StartError(`${basename(path)} ${said.too_large}`);
    return calendarText(await file.readFile());
  } finally {
    await file.close();
  }
}
