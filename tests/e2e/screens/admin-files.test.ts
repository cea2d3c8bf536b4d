import { buffer } from 'node:stream/consumers';
import decode from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { codesFile } from '#contract/rules/codes-sheet.ts';
import { readXlsx } from '#tests/fixtures/screens/read-xlsx.ts';
import { signInByApi } from '../harness/api.ts';
import { button } from '../harness/chat.ts';
import { expectHidden, expectOffline, expectScreen, expectShown, expectSoon } from '../harness/expectations.ts';
import { deviceOf, entryRow, field, form, openScheduleAdmin } from '../harness/organising.ts';
import { openScreen } from '../harness/screens.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const text = (rows: readonly string[]): Buffer => Buffer.from(rows.join('\r\n'));

/** Opens the import and chooses a file; resolves when the preview is shown. */
async function readFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<Locator> {
  await button(page, t('admin_schedule.more')).click();
  await page.getByRole('menuitem', { name: t('admin_schedule.import.title'), exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await button(page, t('admin_schedule.import.choose')).click();
  await (await chooser).setFiles(file);
  const preview = form(page, t('admin_schedule.import.preview'));
  await expectShown(preview);
  return preview;
}

/** Imports the previewed entries; resolves when all of them are in the schedule and pending. */
async function take(page: Page, preview: Locator, titles: readonly string[]): Promise<void> {
  const summary = t('admin_schedule.import.summary', { added: titles.length, changed: 0, same: 0, wrong: 0 });
  await expectShown(preview.getByText(summary, { exact: true }));
  const list = preview.getByRole('list', { name: t('admin_schedule.import.changes'), exact: true });
  for (const title of titles) await expectShown(list.getByText(title, { exact: true }));
  await button(preview, t('admin_schedule.import.submit', { count: titles.length })).click();
  await expectHidden(preview);
  for (const title of titles) await expectShown(entryRow(page, title).getByText(t('chat_item.waiting'), { exact: true }));
}

describe('a schedule from a file', () => {
  it('is imported from a table or a calendar without network, and its new entries are previewed and then pending', async () => {
    const { page, setOffline } = await deviceOf(bench, 'orga', { worker: true });
    const [event] = bench.server.query<{ start: string }>('select start_date as start from events where id = 1');
    const day = event!.start.slice(0, 10);
    await openScheduleAdmin(page);
    await setOffline(true);
    const table = text(['Titel;Beginn;Ende;Ort', `Früh schwimmen;${day} 7:00;8:00;Steg`, `"Frühstück; draußen";${day} 8:00;9:00;Wiese`]);
    const csv = await readFile(page, { name: 'plan.csv', mimeType: 'text/csv', buffer: table });
    await take(page, csv, ['Früh schwimmen', 'Frühstück; draußen']);
    await expectOffline(page, 2);

    const begin = `${day.replaceAll('-', '')}T100000`;
    const calendar = text([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:a@example.org',
      `DTSTART:${begin}Z`,
      'DURATION:PT30M',
      'SUMMARY:Sternwarte',
      'LOCATION:Hügel',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    const ics = await readFile(page, { name: 'plan.ics', mimeType: 'text/calendar', buffer: calendar });
    await take(page, ics, ['Sternwarte']);
    await expectOffline(page, 3);
  });
});

/** Adds `many` codes directly to the database, because the server's routes would take long. */
function addCodes(many: number): void {
  const ones = `with recursive ones (nth) as (select 1 union all select nth + 1 from ones where nth < ${many})`;
  const id = "printf('0190f1de-0000-7000-8000-%012d', nth)";
  const { server } = bench;
  server.change(`insert into event_codes (id, event_id, code, reusable) ${ones} select ${id}, 1, 'TENT-' || nth, 0 from ones`);
  server.change(`insert into change_log (scope, resource, row_id, number, version, gone, changed_at) ${ones}
    select scope, 'codes', ${id}, number + nth, 1, 0, 0 from ones join scope_counters on scope = 'event-admin:1'`);
  server.change(`update scope_counters set number = number + ${many} where scope = 'event-admin:1'`);
}

describe('codes', () => {
  it('are printed as QR codes that a camera reads and that open the registration with that code', async () => {
    const api = await signInByApi(bench.server, 'orga');
    const code = 'Zelt #7 & +1';
    await api.call('POST', '/api/event/1/code', { code, reusable: false });
    const { page } = await deviceOf(bench, 'orga');
    await openScreen(page, 'admin/eventcodes/print');
    await page.emulateMedia({ media: 'print' });
    const card = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: t('event_codes.qr', { code }), exact: true }) });
    const { data, info } = await sharp(await card.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const link = decode(new Uint8ClampedArray(data), info.width, info.height)?.data;
    expect(link).toMatch(bench.server.origin);

    const { page: scanned } = await bench.device();
    await scanned.goto(link!);
    await expectScreen(scanned, t('register.title'));
    await expectSoon(() => field(scanned, t('register.event_code')).inputValue(), code);
  });

  it('are exported, a thousand at once, to a spreadsheet that another program reads, with no code as a formula', async () => {
    const api = await signInByApi(bench.server, 'orga');
    await api.call('POST', '/api/event/1/code', { code: '=1+1', reusable: false });
    // Smaller files are packed without a worker.
    const many = 1_200;
    addCodes(many);
    const { page } = await deviceOf(bench, 'orga');
    await openScreen(page, 'admin/eventcodes');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, t('event_codes.export')).click()]);
    expect(download.suggestedFilename()).toBe(codesFile(1));
    const [headings, ...rows] = await readXlsx(await buffer(await download.createReadStream()));
    expect(headings).toEqual((['code', 'used', 'reusable', 'user'] as const).map((column) => t(`event_codes.sheet.${column}`)));
    const [yes, no] = [t('event_codes.sheet.yes'), t('event_codes.sheet.no')];
    expect(rows).toContainEqual([`TENT-${many}`, no, no, '']);
    expect(rows).toContainEqual(['DEMO-2026', no, yes, '']);
    expect(rows).toContainEqual(["'=1+1", no, no, '']);
    expect(rows.filter(([code]) => code!.startsWith('='))).toEqual([]);
  });
});
