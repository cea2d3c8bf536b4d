import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { openConfiguredStore } from '#server/ops/configured-store.ts';
import { findAccount } from '#server/store/accounts/accounts.ts';
import { readCalendarSources } from '#server/store/repositories/calendar-sources.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { operate } from '../torture/harness/server-process.ts';

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//camp//EN',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTAMP:20261101T120000Z',
  'DTSTART:20261201T120000Z',
  'SUMMARY:Rehearsal',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:2',
  'DTSTART:20261201T120000Z',
  'STATUS:CANCELLED',
  'SUMMARY:Called off',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:3',
  'DTSTART;TZID=Middle Earth:20261201T120000',
  'SUMMARY:Council',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:4',
  'DTSTART:20261201T120000',
  'SUMMARY:Floating',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-commands-'));
  url = await newDatabase();
});
afterEach(() => rmSync(folder, { recursive: true }));

type Settings = Readonly<Record<string, string>>;

const email = 'robin@camp.example';

/** Runs the operator's commands before any server has started on the data directory. */
async function runCommands(dataDir: string, settings: Settings) {
  const file = join(folder, 'club.ics');
  const run = (name: Parameters<typeof operate>[0], args: string[], input = '') => operate(name, args, dataDir, input, settings);
  const output = [
    await run('create-admin', ['--email', email, '--name', 'Robin'], 'Seeufer-2026\n'),
    ...(await Promise.all([run('reset-link', [email]), run('import-calendar', [file])])),
  ];
  const store = await openConfiguredStore(loadConfig({ DATA_DIR: dataDir, ...settings }));
  const account = await findAccount(store.reading, email);
  const sources = (await readCalendarSources(store.reading)).map(({ name }) => name);
  await store.close();
  return { codes: output.map(({ code }) => code), output: output.map((one) => one.output).join('\n'), isThere: account !== null, sources };
}

test("the operator's commands create an admin, a reset link and a calendar on either database, in any order", async () => {
  writeFileSync(join(folder, 'club.ics'), calendar);
  const PUBLIC_URL = 'https://camp.example';
  const results = await Promise.all([
    runCommands(join(folder, 'file'), { PUBLIC_URL }),
    runCommands(join(folder, 'shared'), { PUBLIC_URL, DATABASE_URL: url }),
  ]);
  for (const { codes, output, isThere, sources } of results) {
    expect({ codes, isThere, sources }).toEqual({ codes: [0, 0, 0], isThere: true, sources: ['file:club.ics'] });
    expect(output).toContain(`${email} is a global admin now.`);
    expect(output).toMatch(/https:\/\/camp\.example\/#\/reset-password\?token=[\w-]{22}/);
    expect(output).toContain('club.ics: 4 entries, 3 taken.\n  3 dates: 3 new, 0 changed, 0 the same; 0 removed.');
    expect(output).toContain('  1 not taken, cancelled or private: Called off\n');
    expect(output).toMatch(/^ {2}The time zone Middle Earth is unknown: its times were read as .+$/m);
    expect(output).toMatch(/^ {2}1 entry names no time zone: its times were read as .+$/m);
  }
});

test('backup and restore refuse a PostgreSQL and name its own tools', async () => {
  const output = await Promise.all([
    operate('backup', ['--out', join(folder, 'camp.backup')], folder, '', { DATABASE_URL: url }),
    operate('restore', [join(folder, 'camp.backup')], folder, '', { DATABASE_URL: url }),
  ]);
  const line = 'DATABASE_URL names a PostgreSQL: it is backed up by pg_dump and restored by pg_restore, see docs/hosting.md';
  expect(output).toEqual([
    { code: 1, output: line },
    { code: 1, output: line },
  ]);
});
