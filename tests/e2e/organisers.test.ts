import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { signInByApi } from './harness/api.ts';
import { button, expectSent, expectWaiting, openChat, post, reply } from './harness/chat.ts';
import {
  expectHidden,
  expectIdle,
  expectLevel,
  expectOffline,
  expectScreen,
  expectShown,
  expectSoon,
  indicator,
  wasShown,
} from './harness/expectations.ts';
import { conflictCard, openNotSent, pressUntilFocused, refusedCard } from './harness/not-sent.ts';
import {
  announcementRow,
  changeAnnouncement,
  changeEntry,
  deleteEntry,
  deviceOf,
  editEntry,
  entryRow,
  field,
  fillAnnouncement,
  fillEntry,
  form,
  openAnnouncementAdmin,
  openSchedule,
  openScheduleAdmin,
  saveButton,
  scheduleCard,
  scheduleNewsOf,
  watchCalls,
} from './harness/organising.ts';
import { eventTitle } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const waiting = t('chat_item.waiting');
const titleLabel = t('admin_schedule.title_label');
const placeLabel = t('admin_schedule.location_name');

const entries = (title: string): unknown[] =>
  bench.server.query('select title, details, location_name as place from schedule_entries where title = ?', title);

describe('an event admin without network', () => {
  it('changes announcements and the schedule in event time, sends only the changes, and participants are notified', async () => {
    const [organiser, anna] = await Promise.all([
      deviceOf(bench, 'orga', { worker: true, timezoneId: 'America/New_York' }),
      deviceOf(bench, 'anna'),
    ]);
    const { page } = organiser;
    const sent = watchCalls(organiser);
    const [on, off] = ['Baden nur mit Aufsicht', 'Bei Gewitter: alle in die Scheune'];
    const ids = ['Scheunenkino', 'Freies Baden'].map((title) => bench.server.idOf('schedule_entries', title));
    await Promise.all([openAnnouncementAdmin(page), openSchedule(anna.page)]);
    await organiser.setOffline(true);

    await page.getByRole('link', { name: t('admin_announcements.add'), exact: true }).click();
    const announcement = form(page, t('admin_announcements.new'));
    await fillAnnouncement(announcement, 'Boats at noon', 'Meet at the boathouse.');
    await button(announcement, t('admin_announcements.publish')).click();
    await expectShown(announcementRow(page, 'Boats at noon').getByText(waiting, { exact: true }));
    await expectHidden(announcement);
    await changeAnnouncement(page, on, { content: 'Only with a lifeguard.', press: 'save' });
    await changeAnnouncement(page, off, { press: 'publish' });
    await changeAnnouncement(page, on, { press: 'take_down' });

    await openScheduleAdmin(page);
    await button(page, t('admin_schedule.add')).click();
    const entry = form(page, t('admin_schedule.add_title'));
    await expectShown(entry.getByText(t('wall_clock.zone', { zone: 'Europe/Berlin' }), { exact: true }));
    await fillEntry(entry, 'Tidying up', { start: '2126-07-15T14:30', end: '2126-07-15T15:30' });
    await saveButton(entry).click();
    await expectShown(entryRow(page, 'Tidying up').getByText('14:30', { exact: true }));
    await expectShown(entryRow(page, 'Tidying up').getByText(waiting, { exact: true }));
    await expectHidden(entry);
    await changeEntry(page, 'Scheunenkino', placeLabel, 'Under the stars');
    await deleteEntry(page, 'Freies Baden');
    await expectOffline(page, 8);
    expect(sent()).toEqual([]);

    await organiser.setOffline(false);
    await expectLevel(page);
    const [createAnnouncement, ...calls] = sent();
    const [createEntry] = calls.splice(4, 1);
    const [onId, offId, newId] = [on, off, 'Boats at noon'].map((title) => bench.server.idOf('announcements', title));
    expect(createAnnouncement).toEqual({
      method: 'POST',
      path: '/api/announcement',
      body: { title: 'Boats at noon', content: 'Meet at the boathouse.', id: newId, event: 1 },
    });
    expect(createEntry).toMatchObject({
      method: 'POST',
      path: '/api/event/1/schedule',
      body: { title: 'Tidying up', locationName: 'Barn', startDate: '2126-07-15T12:30:00.000Z', endDate: '2126-07-15T13:30:00.000Z' },
    });
    expect(calls).toEqual([
      { method: 'POST', path: `/api/announcement/${newId}/activate`, body: {} },
      { method: 'PUT', path: `/api/announcement/${onId}`, body: { content: 'Only with a lifeguard.' } },
      { method: 'POST', path: `/api/announcement/${offId}/activate`, body: {} },
      { method: 'POST', path: `/api/announcement/${onId}/deactivate`, body: {} },
      { method: 'PUT', path: `/api/event/1/schedule/${ids[0]}`, body: { locationName: 'Under the stars' } },
      { method: 'DELETE', path: `/api/event/1/schedule/${ids[1]}` },
    ]);

    // Participants with the open schedule are notified; the author of the change is not.
    const newsOf = (...labels: string[]): Locator => button(anna.page, [t('menu.open'), ...labels].join(', '));
    await expectShown(newsOf(t('announcements.news'), t('schedule_news.title')));
    await expectShown(scheduleCard(anna.page, 'Scheunenkino').getByText(t('schedule_news.moved')));
    await expectSoon(() => scheduleCard(anna.page, 'Scheunenkino').locator('s').allInnerTexts(), ['Große Scheune']);
    await expectShown(scheduleNewsOf(anna.page, 'Freies Baden').getByText(t('schedule_news.cancelled')));
    await scheduleNewsOf(anna.page, 'Tidying up').getByRole('button').click();
    const added = scheduleCard(anna.page, 'Tidying up');
    await expectSoon(() => added.evaluate((element) => element.getBoundingClientRect().top < innerHeight), true);
    await button(anna.page, t('schedule_news.seen')).click();
    await expectShown(newsOf(t('announcements.news')));
    await anna.page.goto('/#/announcements');
    await expectShown(anna.page.getByRole('heading', { name: off }));
    await expectShown(newsOf());
    expect(await anna.page.getByRole('article').first().innerText()).toContain('Meet at the boathouse.');
    expect(await anna.page.getByRole('heading', { name: on }).count()).toBe(0);
    // Only event admins have these screens.
    for (const path of ['/admin/announcements', '/admin/event-schedule']) {
      await anna.page.goto(`/#${path}`);
      await expectScreen(anna.page, t('admins_only.title'));
      await anna.page.getByRole('link', { name: t('app.go_home'), exact: true }).click();
      await expectScreen(anna.page, eventTitle);
    }
    await openSchedule(page);
    await expectShown(scheduleCard(page, 'Scheunenkino').getByText('Under the stars'));
    expect(await page.getByRole('heading', { name: t('schedule_news.title') }).count()).toBe(0);
  });
});

describe('a conflict of two event admins, one of them offline, about the same fields of one entry', () => {
  it('is decided field by field with the keyboard alone', async () => {
    const [jonas, miriam] = await Promise.all([deviceOf(bench, 'orga', { worker: true }), deviceOf(bench, 'admin')]);
    await Promise.all([openScheduleAdmin(jonas.page), openScheduleAdmin(miriam.page)]);
    await jonas.setOffline(true);
    for (const [{ page }, title, place, details] of [
      [jonas, 'Opening, says Jonas', 'Jetty', 'Bring a song.'],
      [miriam, 'Opening, says Miriam', 'Hill', null],
    ] as const) {
      const open = await editEntry(page, 'Eröffnungsfeuer');
      await field(open, titleLabel).fill(title);
      await field(open, placeLabel).fill(place);
      if (details !== null) await field(open, t('admin_schedule.details')).fill(details);
      await saveButton(open).click();
      await expectHidden(open);
    }
    await expectLevel(miriam.page);
    const { page } = jonas;
    await Promise.all([wasShown(page, t('conflict.toast', { count: 1 }), '[role=alert]'), jonas.setOffline(false)]);
    const link = indicator(page, t('sync.attention', { count: 1 }));
    await expectShown(link);
    await pressUntilFocused(page, 'Shift+Tab', link);
    await page.keyboard.press('Enter');
    await expectScreen(page, t('not_sent.title'));
    const card = conflictCard(page, 'Eröffnungsfeuer');
    await expectShown(card);
    const group = (label: string): Locator => card.getByRole('group', { name: label, exact: true });
    // Shows all three versions of both fields without a preselected choice, and no field that only Jonas changed.
    await expectShown(group(titleLabel).getByText('Opening, says Jonas', { exact: true }));
    await expectShown(group(titleLabel).getByText('Opening, says Miriam', { exact: true }));
    await expectShown(group(titleLabel).getByText('Eröffnungsfeuer', { exact: true }));
    await expectShown(group(t('admin_schedule.place')).getByText('Hill'));
    expect(await card.getByRole('group').count()).toBe(2);
    expect(await card.getByRole('radio', { checked: true }).count()).toBe(0);

    // Saving too early moves the focus to the first undecided field.
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

    await expectHidden(card);
    await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
    await expectSoon(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
    await expectShown(entryRow(miriam.page, 'Opening, says Jonas').getByText('Hill', { exact: true }));
    expect(entries('Opening, says Jonas')).toEqual([{ title: 'Opening, says Jonas', place: 'Hill', details: 'Bring a song.' }]);
  });
});

describe('a rejection long after the tap', () => {
  const setRole = (role: 'admin' | 'participant'): void =>
    bench.server.change('update memberships set role = ? where event_id = 1 and user_id = ?', role, bench.server.userId('orga'));
  afterEach(() => setRole('admin'));

  it('names the rejected command, which is kept and can be sent again', async () => {
    const organiser = await deviceOf(bench, 'orga', { worker: true });
    const { page } = organiser;
    await openScheduleAdmin(page);
    await organiser.setOffline(true);
    await changeEntry(page, 'Geländerallye', placeLabel, 'Behind the barn');
    // A colleague revokes the role of event admin.
    setRole('participant');
    await Promise.all([wasShown(page, t('admin_schedule_update_error'), '[role=alert]'), organiser.setOffline(false)]);
    await openNotSent(page, 1);
    const card = refusedCard(page, 'Behind the barn');
    await expectShown(card.getByText(t('admin_schedule_update_error'), { exact: true }));
    await expectShown(card.getByText(t('forbidden', { ns: 'errors' }), { exact: true }));
    expect(entries('Geländerallye')).not.toMatchObject([{ place: 'Behind the barn' }]);

    setRole('admin');
    await button(card, t('refused.edit')).click();
    await button(page.getByRole('main'), t('refused.resend')).click();
    await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
    await expectLevel(page);
    expect(entries('Geländerallye')).toMatchObject([{ place: 'Behind the barn' }]);
    // The browser also reports the numbers of stars, which participants do not receive.
    const others = organiser.watch.take().filter((problem) => !problem.includes('/star-counts'));
    expect(others).toEqual([]);
  });

  it('lets a reply to a deleted post be copied, survives a crash during its edit, and becomes a post', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const [anna, ben, orga] = await Promise.all([
      deviceOf(bench, 'anna', { permissions }),
      signInByApi(bench.server, 'ben'),
      signInByApi(bench.server, 'orga'),
    ]);
    const { page } = anna;
    await openChat(page);
    const { body } = await ben.call('POST', '/api/post', { content: 'Anyone for a night swim?', event: 1 });
    await expectShown(post(page, 'Anyone for a night swim?'));
    await anna.setOffline(true);
    await reply(page, 'Anyone for a night swim?', 'Yes, wait for me');
    await expectWaiting(page, 'Yes, wait for me');
    expect((await orga.call('DELETE', `/api/post/${(body as { id: string }).id}`)).status).toBe(204);
    await anna.setOffline(false);
    await openNotSent(page, 1);
    const card = refusedCard(page, 'Yes, wait for me');
    await expectShown(card.getByText(t('chat_item.reply_failed'), { exact: true }));
    await expectShown(card.getByText(t('post_gone', { ns: 'errors' }), { exact: true }));
    await Promise.all([wasShown(page, t('refused.copied')), button(card, t('refused.copy')).click()]);
    await expectSoon(() => page.evaluate(() => navigator.clipboard.readText()), 'Yes, wait for me');

    const text = page.getByLabel(t('refused.text'), { exact: true });
    await button(card, t('refused.as_new')).click();
    await expectSoon(() => text.inputValue(), 'Yes, wait for me');
    await text.fill('I would have come to the night swim');
    await expectIdle(page);
    await page.reload();
    await button(card, t('refused.as_new')).click();
    await expectSoon(() => text.inputValue(), 'I would have come to the night swim');
    await button(page, t('refused.resend')).click();
    await openChat(page);
    await expectSent(page, 'I would have come to the night swim');
    await expectLevel(page);
    const posts = bench.server.posts(['Yes, wait for me', 'I would have come to the night swim']);
    expect(posts).toMatchObject([{ content: 'I would have come to the night swim', replyToId: null }]);
  });
});
