import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { expectFocus, expectGone, expectOffline, expectOpen, expectScreen, expectShown, indicator, seen } from './harness/expectations.ts';
import {
  changeEntry,
  deleteEntry,
  deviceOf,
  entryRow,
  field,
  fillAnnouncement,
  fillEntry,
  form,
  openAnnouncementAdmin,
  openScheduleAdmin,
  saveButton,
} from './harness/organising.ts';
import { eventTitle, type Person } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const waiting = t('chat_item.waiting');

/** Takes the office of an event admin away, or gives it back, as a colleague would. */
function setEventRole(person: Person, role: 'admin' | 'participant'): void {
  bench.server.change('update memberships set role = ? where event_id = 1 and user_id = ?', role, bench.server.userId(person));
}

/** The card of what was refused, by what it says. */
const refusedCard = (page: Page, sentence: string): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: sentence })
    .filter({ has: button(page, t('refused.discard')) });

describe('a refusal that comes long after the tap', () => {
  afterEach(() => setEventRole('orga', 'admin'));

  it('is said in the words for what it was, and keeps what was written', async () => {
    const organiser = await deviceOf(bench, 'orga');
    const { page, context } = organiser;
    await organiser.setOffline(true);
    await openScheduleAdmin(page);
    await changeEntry(page, 'Geländerallye', t('admin_schedule.location_name'), 'Behind the barn');
    await expectShown(entryRow(page, 'Geländerallye').getByText(waiting, { exact: true }));
    await page.close();
    setEventRole('orga', 'participant');

    const later = await context.newPage();
    await later.goto('/#/schedule');
    await expectOffline(later, 1);
    await Promise.all([seen(later, t('admin_schedule_update_error'), '[role=alert]'), organiser.setOffline(false)]);
    await indicator(later, t('sync.attention', { count: 1 })).click();
    const card = refusedCard(later, t('admin_schedule_update_error'));
    await expectShown(card.getByText(t('forbidden', { ns: 'errors' }), { exact: true }));
    await expectShown(card.getByText('Behind the barn'));
    expect(bench.server.query(`select id from schedule_entries where location_name = 'Behind the barn'`)).toEqual([]);

    // The office is back: what was kept is sent again.
    setEventRole('orga', 'admin');
    await button(card, t('refused.edit')).click();
    await button(later.getByRole('main'), t('refused.resend')).click();
    await expectShown(later.getByText(t('not_sent.nothing'), { exact: true }));
    expect(bench.server.query(`select id from schedule_entries where location_name = 'Behind the barn'`)).toHaveLength(1);
  });

  it('of each kind is listed with its own words, and the part for organisers is closed', async () => {
    const organiser = await deviceOf(bench, 'orga');
    const { page } = organiser;
    await organiser.setOffline(true);
    await openAnnouncementAdmin(page);
    await button(page, t('admin_announcements.add')).click();
    const announcement = form(page, t('admin_announcements.new'));
    await fillAnnouncement(announcement, 'Never announced', 'To nobody.');
    await saveButton(announcement).click();
    await expectShown(form(page, 'Never announced'));
    // Its form takes the focus back to where it was opened, which would be taken from the next field.
    await expectGone(announcement);
    await expectFocus(button(page, t('admin_announcements.add')));
    const changed = form(page, 'Waldbrandstufe 3: Feuer nur am Lagerfeuerplatz');
    await field(changed, t('admin_announcements.content')).fill('Never changed');
    await saveButton(changed).click();
    await expectShown(changed.getByText(waiting, { exact: true }));
    await openScheduleAdmin(page);
    await button(page, t('admin_schedule.add')).click();
    const added = form(page, t('admin_schedule.add_title'));
    await fillEntry(added, 'Never to be', { start: '2037-07-15T14:30', end: '2037-07-15T15:30' });
    await saveButton(added).click();
    await expectShown(entryRow(page, 'Never to be'));
    await expectGone(added);
    await deleteEntry(page, 'Abreise');

    setEventRole('orga', 'participant');
    await organiser.setOffline(false);
    await expectShown(indicator(page, t('sync.attention', { count: 4 })));
    await expectScreen(page, t('admins_only.title'));
    await page.goto('/#/not-sent');
    await expectShown(refusedCard(page, t('announcements.create_failed')).getByText('Never announced'));
    await expectShown(page.getByText(t('not_sent.reason_behind'), { exact: true }));
    await expectShown(refusedCard(page, t('announcements.update_failed')).getByText('Never changed'));
    await expectShown(refusedCard(page, t('admin_schedule_create_error')).getByText('Never to be'));
    await expectShown(refusedCard(page, t('admin_schedule_delete_error')).getByText('Abreise'));
    await page.goto('/#/schedule');
    await expectShown(page.getByRole('heading', { name: 'Abreise', exact: true }));
    await expectGone(page.getByRole('heading', { name: 'Never to be', exact: true }));
  });
});

describe('somebody who runs nothing', () => {
  it('sees no way to the screens of organisers, is kept out of them, and refused by the server', async () => {
    const { page } = await deviceOf(bench, 'anna');
    await button(page, t('menu.open')).click();
    const menu = page.getByRole('navigation', { name: t('menu.label') });
    await expectShown(menu.getByRole('link', { name: t('menu.schedule') }));
    expect(await menu.getByRole('link', { name: t('menu.admin_schedule') }).count()).toBe(0);
    expect(await menu.getByRole('link', { name: t('menu.admin_announcements') }).count()).toBe(0);
    await expectOpen(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectGone(menu);
    for (const path of ['/admin/announcements', '/admin/event-schedule']) {
      await page.goto(`/#${path}`);
      await expectScreen(page, t('admins_only.title'));
      expect(await page.getByRole('form').count()).toBe(0);
      await page.getByRole('link', { name: t('app.go_home'), exact: true }).click();
      await expectScreen(page, eventTitle);
    }
    const anna = await signInByApi(bench.server, 'anna');
    const [announcementId, entryId] = [
      bench.server.idOf('announcements', 'Waldbrandstufe 3: Feuer nur am Lagerfeuerplatz'),
      bench.server.idOf('schedule_entries', 'Abreise'),
    ];
    const statuses = await Promise.all([
      anna.call('POST', '/api/announcement', { title: 'Mine', content: '' }),
      anna.call('PUT', `/api/announcement/${announcementId}`, { title: 'Mine' }),
      anna.call('POST', `/api/announcement/${announcementId}/deactivate`, {}),
      anna.call('PUT', `/api/event/1/schedule/${entryId}`, { title: 'Mine' }),
      anna.call('DELETE', `/api/event/1/schedule/${entryId}`),
      anna.call('GET', '/api/announcement/admin'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  });
});
