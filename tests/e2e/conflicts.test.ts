import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectFocus, expectGone, expectLevel, expectScreen, expectShown, expectSoon, indicator, seen } from './harness/expectations.ts';
import {
  changeEntry,
  deleteEntry,
  deviceOf,
  editEntry,
  entryRow,
  field,
  form,
  openAnnouncementAdmin,
  openScheduleAdmin,
  saveButton,
} from './harness/organising.ts';
import { setUp } from './harness/set-up.ts';
import { expectAllSent } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const titleLabel = t('admin_schedule.title_label');
const placeLabel = t('admin_schedule.location_name');
const detailsLabel = t('admin_schedule.details');

interface Entry {
  readonly title: string;
  readonly details: string | null;
  readonly place: string;
}

/** Entries with one of these titles, as the server has them. */
const entries = (...titles: string[]): Entry[] =>
  bench.server
    .query<Entry>('select title, details, location_name as place from schedule_entries order by start_date, title')
    .filter(({ title }) => titles.includes(title));

/** Jonas, whose phone loses the network, and Miriam, who goes on. */
async function twoOrganisers(open: (page: Page) => Promise<void>): Promise<{ jonas: Device; miriam: Device }> {
  const [jonas, miriam] = await Promise.all([deviceOf(bench, 'orga'), deviceOf(bench, 'admin')]);
  await Promise.all([open(jonas.page), open(miriam.page)]);
  await jonas.setOffline(true);
  return { jonas, miriam };
}

const conflictCard = (page: Page, name: string): Locator => page.getByRole('article', { name: t('conflict.label', { name }), exact: true });

/** Presses a key until this has the focus; who cannot get there by keyboard cannot get there at all. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

/** Waits until the server has all that Miriam has stored; her header may not count yet what she stored just now. */
const expectSent = (page: Page): Promise<void> => expectAllSent(page, bench.server.userId('admin'));

/** For Jonas: what he has just stored, his header may not count yet. */
async function expectNothingUnsent({ page }: Device): Promise<void> {
  await expectAllSent(page, bench.server.userId('orga'));
  await expectLevel(page);
  await page.goto('/#/not-sent');
  await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
}

/** By the header's count of what needs the person. */
async function openNotSent(page: Page, count: number): Promise<void> {
  await indicator(page, t('sync.attention', { count })).click();
  await expectScreen(page, t('not_sent.title'));
}

describe('two organisers, one of them offline, and one entry of the schedule', () => {
  it('different fields merge by themselves', async () => {
    const { jonas, miriam } = await twoOrganisers(openScheduleAdmin);
    await changeEntry(jonas.page, 'Workshop: Siebdruck', titleLabel, 'Workshop: Screen printing');
    await changeEntry(miriam.page, 'Workshop: Siebdruck', placeLabel, 'Under the oak');
    await expectSent(miriam.page);
    await jonas.setOffline(false);
    await expectNothingUnsent(jonas);
    await expectShown(entryRow(miriam.page, 'Workshop: Screen printing').getByText('Under the oak', { exact: true }));
    expect(entries('Workshop: Siebdruck', 'Workshop: Screen printing')).toMatchObject([
      { title: 'Workshop: Screen printing', place: 'Under the oak' },
    ]);
  });

  it('the same fields are asked about one by one, by keyboard alone', async () => {
    const { jonas, miriam } = await twoOrganisers(openScheduleAdmin);
    for (const [{ page }, title, place, details] of [
      [jonas, 'Opening, says Jonas', 'Jetty', 'Bring a song.'],
      [miriam, 'Opening, says Miriam', 'Hill', null],
    ] as const) {
      const open = await editEntry(page, 'Eröffnungsfeuer');
      await field(open, titleLabel).fill(title);
      await field(open, placeLabel).fill(place);
      if (details !== null) await field(open, detailsLabel).fill(details);
      await saveButton(open).click();
      await expectGone(open);
    }
    await expectSent(miriam.page);
    const { page } = jonas;
    await Promise.all([seen(page, t('conflict.toast', { count: 1 }), '[role=alert]'), jonas.setOffline(false)]);
    const link = indicator(page, t('sync.attention', { count: 1 }));
    await expectShown(link);
    await pressUntilFocused(page, 'Shift+Tab', link);
    await page.keyboard.press('Enter');
    await expectScreen(page, t('not_sent.title'));
    const card = conflictCard(page, 'Eröffnungsfeuer');
    await expectShown(card);
    const group = (label: string): Locator => card.getByRole('group', { name: label, exact: true });
    // All three versions of both fields, and no choice made beforehand; what only Jonas changed is not asked about.
    await expectShown(group(titleLabel).getByText('Opening, says Jonas', { exact: true }));
    await expectShown(group(titleLabel).getByText('Opening, says Miriam', { exact: true }));
    await expectShown(group(titleLabel).getByText('Eröffnungsfeuer', { exact: true }));
    await expectShown(group(t('admin_schedule.place')).getByText('Hill'));
    expect(await card.getByRole('group').count()).toBe(2);
    expect(await card.getByRole('radio', { checked: true }).count()).toBe(0);

    // Saving too early leads to what has not been decided.
    await pressUntilFocused(page, 'Tab', button(card, t('conflict.save')));
    await page.keyboard.press('Enter');
    const [place, title] = [group(t('admin_schedule.place')).getByRole('radio'), group(titleLabel).getByRole('radio')];
    await expectSoon(() => place.first().evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => place.last().isChecked(), true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expectSoon(() => title.first().isChecked(), true);
    await pressUntilFocused(page, 'Tab', button(card, t('conflict.save')));
    await page.keyboard.press('Enter');

    await expectGone(card);
    await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
    await expectSoon(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
    await expectShown(entryRow(miriam.page, 'Opening, says Jonas').getByText('Hill', { exact: true }));
    expect(entries('Opening, says Jonas')).toEqual([{ title: 'Opening, says Jonas', place: 'Hill', details: 'Bring a song.' }]);
  });

  it('a change against a deletion asks: it comes back as a new entry, or goes', async () => {
    const { jonas, miriam } = await twoOrganisers(openScheduleAdmin);
    await changeEntry(jonas.page, 'Willkommenssuppe', detailsLabel, 'With dumplings.');
    await changeEntry(jonas.page, 'Schwimmprobe', detailsLabel, 'Cold.');
    for (const title of ['Willkommenssuppe', 'Schwimmprobe']) await deleteEntry(miriam.page, title);
    await expectSent(miriam.page);
    await jonas.setOffline(false);
    await openNotSent(jonas.page, 2);
    const soup = conflictCard(jonas.page, 'Willkommenssuppe');
    await expectShown(soup.getByText(t('conflict.gone', { name: 'Willkommenssuppe' }), { exact: true }));
    await expectShown(soup.getByText('With dumplings.'));
    expect(entries('Willkommenssuppe', 'Schwimmprobe')).toEqual([]);
    await button(soup, t('conflict.gone_insist')).click();
    await button(conflictCard(jonas.page, 'Schwimmprobe'), t('conflict.gone_let_go')).click();
    await expectNothingUnsent(jonas);
    await expectShown(entryRow(miriam.page, 'Willkommenssuppe'));
    expect(entries('Willkommenssuppe', 'Schwimmprobe')).toMatchObject([{ title: 'Willkommenssuppe', details: 'With dumplings.' }]);
  });

  it('a deletion against a change asks: it stays as changed, or goes', async () => {
    const { jonas, miriam } = await twoOrganisers(openScheduleAdmin);
    for (const title of ['Frühschwimmen', 'Volleyballturnier']) await deleteEntry(jonas.page, title);
    await changeEntry(miriam.page, 'Frühschwimmen', placeLabel, 'East bay');
    await changeEntry(miriam.page, 'Volleyballturnier', placeLabel, 'Barn');
    await expectSent(miriam.page);
    await jonas.setOffline(false);
    await openNotSent(jonas.page, 2);
    const swim = conflictCard(jonas.page, 'Frühschwimmen');
    await expectShown(swim.getByText(t('conflict.changed', { name: 'Frühschwimmen' }), { exact: true }));
    await expectShown(swim.getByText('East bay'));
    expect(entries('Frühschwimmen', 'Volleyballturnier')).toHaveLength(2);
    await button(swim, t('conflict.changed_let_go')).click();
    await button(conflictCard(jonas.page, 'Volleyballturnier'), t('conflict.changed_insist')).click();
    await expectNothingUnsent(jonas);
    await expectGone(entryRow(miriam.page, 'Volleyballturnier'));
    await openScheduleAdmin(jonas.page);
    await expectShown(entryRow(jonas.page, 'Frühschwimmen').getByText('East bay', { exact: true }));
    expect(entries('Frühschwimmen', 'Volleyballturnier')).toMatchObject([{ title: 'Frühschwimmen', place: 'East bay' }]);
  });
});

describe('two organisers and one announcement', () => {
  const stored = (id: string): unknown[] => bench.server.query('select title, content, active from announcements where id = ?', id);

  it('different fields merge; the same field is asked about beside the announcement', async () => {
    const { jonas, miriam } = await twoOrganisers(openAnnouncementAdmin);
    const [merged, asked] = ['Willkommen am Kranichsee!', 'Baden nur mit Aufsicht'];
    const [mergedId, askedId] = [merged, asked].map((title) => bench.server.idOf('announcements', title)) as [string, string];
    const change = async (page: Page, name: string, label: string, value: string, nameThen = name): Promise<void> => {
      await field(form(page, name), label).fill(value);
      await saveButton(form(page, name)).click();
      // What was saved takes the focus in the end, which would be taken from the next field.
      await expectFocus(form(page, nameThen));
      await expectGone(saveButton(form(page, nameThen)));
    };
    const [title, content] = [t('admin_announcements.title_label'), t('admin_announcements.content')];
    await change(jonas.page, merged, title, 'Welcome, says Jonas', 'Welcome, says Jonas');
    await change(jonas.page, asked, content, 'Green flag, says Jonas');
    await change(miriam.page, merged, content, 'Hello, says Miriam');
    await form(miriam.page, asked).getByRole('switch').click();
    await change(miriam.page, asked, content, 'Red flag, says Miriam');
    await expectSent(miriam.page);

    await jonas.setOffline(false);
    const card = conflictCard(jonas.page, asked);
    await expectShown(card.getByText('Green flag, says Jonas', { exact: true }));
    await expectShown(card.getByText('Red flag, says Miriam', { exact: true }));
    await card.getByRole('radio').first().check();
    await button(card, t('conflict.save')).click();
    await expectGone(card);
    await expectNothingUnsent(jonas);
    expect(stored(mergedId)).toEqual([{ title: 'Welcome, says Jonas', content: 'Hello, says Miriam', active: 1 }]);
    expect(stored(askedId)).toEqual([{ title: asked, content: 'Green flag, says Jonas', active: 0 }]);
  });

  it('a form that is still open asks before it is saved', async () => {
    const [jonas, miriam] = await Promise.all([deviceOf(bench, 'orga'), deviceOf(bench, 'admin')]);
    await Promise.all([openAnnouncementAdmin(jonas.page), openAnnouncementAdmin(miriam.page)]);
    const name = 'Bei Gewitter: alle in die Scheune';
    const id = bench.server.idOf('announcements', name);
    const [mine, theirs] = [form(jonas.page, name), form(miriam.page, name)];
    await field(mine, t('admin_announcements.content')).fill('Into the barn, says Jonas');
    await field(theirs, t('admin_announcements.content')).fill('Into the cars, says Miriam');
    await saveButton(theirs).click();
    const question = mine.getByRole('group', { name: t('conflict.meanwhile'), exact: true });
    await expectShown(question.getByText('Into the cars, says Miriam', { exact: true }));
    await saveButton(mine).click();
    expect(stored(id)).toMatchObject([{ content: 'Into the cars, says Miriam' }]);
    await question.getByRole('radio').first().check();
    await saveButton(mine).click();
    await expectGone(saveButton(mine));
    await expectNothingUnsent(jonas);
    expect(stored(id)).toMatchObject([{ content: 'Into the barn, says Jonas' }]);
  });
});
