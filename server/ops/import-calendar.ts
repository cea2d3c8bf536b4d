import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { calendarText } from '#contract/calendar/calendar-text.ts';
import { calendarBytes, CalendarRefused } from '../calendar/read-calendar.ts';
import { dropCalendar, replaceCalendar } from '../calendar/replace-calendar.ts';
import { loadConfig, StartError } from '../config.ts';
import { calendarAccount } from './calendar-account.ts';
import { givenPath, readArguments, runCommand } from './command.ts';
import { openConfiguredStore } from './configured-store.ts';

const usage = 'Usage: npm run import-calendar -- FILE.ics   (or, to take away what that file brought: --remove FILE.ics)';

const problemTexts: Record<CalendarRefused['problem'], string> = {
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
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return calendarAccount(name, await replaceCalendar(store, source, { now }), timeZone);
  } catch (error) {
    if (!(error instanceof CalendarRefused)) throw error;
    throw new StartError(`${name} ${problemTexts[error.problem]}${error.detail === null ? '' : ` (${error.detail})`}`);
  } finally {
    await store.close();
  }
});

const sourceOf = (name: string): string => `file:${name}`;

async function readText(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read – ${(error as Error).message}`);
  });
  try {
    if ((await file.stat()).size > calendarBytes) throw new StartError(`${basename(path)} ${problemTexts.too_large}`);
    return calendarText(await file.readFile());
  } finally {
    await file.close();
  }
}
