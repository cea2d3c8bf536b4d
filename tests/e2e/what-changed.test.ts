import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Api, signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { changeEntry, deviceOf, entryRow, openScheduleAdmin } from './harness/organising.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** From 14:30 to 15:30 on a summer's day by the camp's clock. */
const afternoon = { startDate: '2126-07-15T12:30:00.000Z', endDate: '2126-07-15T13:30:00.000Z' };

async function openSchedule(page: Page): Promise<void> {
  await page.goto('/#/schedule');
  await expectScreen(page, t('schedule.title'));
}

/** The card of an entry on the screen that everybody reads. */
const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** The list of what changed, and what it says about one entry. */
const list = (page: Page): Locator =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: t('schedule_news.title') }) });
const told = (page: Page, title: string): Locator => list(page).getByRole('listitem').filter({ hasText: title });

const edit = (api: Api, title: string, change: object): Promise<unknown> =>
  api.call('PUT', `/api/event/1/schedule/${bench.server.idOf('schedule_entries', title)}`, change);

describe('what an organiser changes in the schedule', () => {
  it('a participant is told until they have seen it: moved from where to where, new, cancelled', async () => {
    const anna = await deviceOf(bench, 'anna');
    const orga = await signInByApi(bench.server, 'orga');
    await edit(orga, 'Yoga am See', { ...afternoon });
    await expectSoon(async () => (await readTable(anna.page, bench.server.userId('anna'), 'news')).length, 1);
    await anna.page.close();

    await edit(orga, 'Scheunenkino', { locationName: 'Under the stars' });
    await orga.call('POST', '/api/event/1/schedule', { title: 'Night swim', locationName: 'Jetty', ...afternoon });
    await orga.call('DELETE', `/api/event/1/schedule/${bench.server.idOf('schedule_entries', 'Grillabend')}`);
    await edit(orga, 'Freies Baden', { details: 'Bring a towel.' });

    const page = await anna.context.newPage();
    await page.goto('/#/home');
    await expectShown(button(page, `${t('menu.open')}, ${t('schedule_news.title')}`));
    await openSchedule(page);
    await expectSoon(() => list(page).getByRole('listitem').count(), 4);
    const yoga = told(page, 'Yoga am See');
    await expectShown(yoga.getByText(t('schedule_news.moved')));
    expect(await yoga.locator('s').innerText()).toContain('07:00 – 07:45');
    await expectShown(yoga.getByText('14:30 – 15:30'));
    await expectShown(told(page, 'Scheunenkino').getByText('Under the stars'));
    await expectSoon(() => told(page, 'Scheunenkino').locator('s').allInnerTexts(), ['Große Scheune']);
    await expectShown(told(page, 'Night swim').getByText(t('schedule_news.new')));
    await expectShown(told(page, 'Grillabend').getByText(t('schedule_news.cancelled')));
    expect(await told(page, 'Freies Baden').count()).toBe(0);
    // Beside the entry itself, and led to from the list.
    expect(await card(page, 'Yoga am See').locator('s').innerText()).toContain('07:00 – 07:45');
    await told(page, 'Night swim').getByRole('button').click();
    await expectSoon(() => card(page, 'Night swim').evaluate((element) => element.getBoundingClientRect().top < innerHeight), true);

    await page.reload();
    await expectShown(card(page, 'Yoga am See').getByText(t('schedule_news.moved')));
    await button(page, t('schedule_news.seen')).click();
    await expectGone(list(page));
    await expectGone(card(page, 'Yoga am See').getByText(t('schedule_news.moved')));
    await page.reload();
    await expectShown(card(page, 'Yoga am See'));
    await expectLevel(page);
    expect(await list(page).count()).toBe(0);
    await expectShown(button(page, t('menu.open')));
  });

  it('comes while the schedule is open, and is no news to whoever did it', async () => {
    const [anna, orga] = await Promise.all([deviceOf(bench, 'anna'), deviceOf(bench, 'orga')]);
    await openSchedule(anna.page);
    await openScheduleAdmin(orga.page);
    await changeEntry(orga.page, 'Kanutour, Gruppe A', t('admin_schedule.location_name'), 'North shore');
    const tour = card(anna.page, 'Kanutour, Gruppe A');
    await expectShown(tour.getByText(t('schedule_news.moved')));
    await expectSoon(() => tour.locator('s').allInnerTexts(), ['Bootshaus']);
    await expectSoon(() => readTable(orga.page, bench.server.userId('orga'), 'outbox'), []);
    await expectLevel(orga.page);
    await expectShown(entryRow(orga.page, 'Kanutour, Gruppe A').getByText('North shore', { exact: true }));
    await openSchedule(orga.page);
    await expectShown(card(orga.page, 'Kanutour, Gruppe A'));
    expect(await list(orga.page).count()).toBe(0);
  });
});
