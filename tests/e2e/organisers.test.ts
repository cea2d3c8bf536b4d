import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, confirm } from './harness/chat.ts';
import { expectGone, expectLevel, expectOffline, expectOpen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import {
  askToDelete,
  deviceOf,
  editEntry,
  entryButton,
  entryRow,
  field,
  fillAnnouncement,
  fillEntry,
  form,
  openAnnouncementAdmin,
  openScheduleAdmin,
  saveButton,
  watchCalls,
} from './harness/organising.ts';
import type { Person } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const waiting = t('chat_item.waiting');
const cancel = t('app.cancel');

/** The titles of all announcements as they stand there. */
const announcementTitles = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('form')
    .getByLabel(t('admin_announcements.title_label'), { exact: true })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Tries a new one without a title, calls it off, and adds it after all, to be found on top. */
async function addAnnouncement(page: Page, title: string, content: string): Promise<void> {
  const add = button(page, t('admin_announcements.add'));
  await add.click();
  const added = form(page, t('admin_announcements.new'));
  await expectSoon(() => add.isDisabled(), true);
  await expectShown(saveButton(added));
  await saveButton(added).click();
  await expectShown(added.getByText(t('admin_announcements.missing_title'), { exact: true }));
  await button(added, cancel).click();
  await expectGone(added);
  await expectSoon(() => add.isDisabled(), false);
  await add.click();
  await fillAnnouncement(added, title, content);
  await saveButton(added).click();
  await expectShown(form(page, title).getByText(waiting, { exact: true }));
  await expectGone(added);
  await expectSoon(async () => (await announcementTitles(page))[0], title);
}

describe.each<[who: Person, office: string]>([
  ['orga', 'an event admin'],
  ['admin', 'a global admin'],
])('%s, %s, without network', (who) => {
  it('writes, changes, activates and deactivates announcements; only what changed is sent', async () => {
    const [organiser, anna] = await Promise.all([deviceOf(bench, who), deviceOf(bench, 'anna')]);
    const { page } = organiser;
    const sent = watchCalls(organiser);
    // Both organisers find one active and one inactive announcement of their own.
    const [on, off] =
      who === 'orga'
        ? ['Baden nur mit Aufsicht', 'Bei Gewitter: alle in die Scheune']
        : ['Willkommen am Kranichsee!', 'Baden nur mit Aufsicht'];
    await openAnnouncementAdmin(page);
    await anna.page.goto('/#/announcements');
    await expectShown(anna.page.getByRole('heading', { name: on }));
    await organiser.setOffline(true);
    await expectOffline(page);

    const changed = form(page, on);
    await expectGone(saveButton(changed));
    const text = field(changed, t('admin_announcements.content'));
    const before = await text.inputValue();
    await text.fill('To be thought over');
    await expectShown(saveButton(changed));
    await button(changed, cancel).click();
    await expectGone(saveButton(changed));
    await expectSoon(() => text.inputValue(), before);

    await addAnnouncement(page, `Boats at noon (${who})`, 'Meet at the boathouse.');
    await text.fill(`Only with a lifeguard (${who}).`);
    await saveButton(changed).click();
    await expectShown(changed.getByText(waiting, { exact: true }));
    // The form, which is to be changed once more, ends what was typed after that.
    await expectGone(saveButton(changed));
    await form(page, off).getByRole('switch').click();
    await saveButton(form(page, off)).click();
    await expectShown(form(page, off).getByText(waiting, { exact: true }));
    await changed.getByRole('switch').click();
    await saveButton(changed).click();
    await expectGone(saveButton(changed));
    await expectOffline(page, 5);
    await expectSoon(() => anna.page.getByRole('heading', { name: on }).isVisible(), true);

    await organiser.setOffline(false);
    await expectShown(anna.page.getByRole('heading', { name: `Boats at noon (${who})` }));
    await expectShown(anna.page.getByRole('heading', { name: off }));
    await expectGone(anna.page.getByRole('heading', { name: on }));
    expect(await anna.page.getByRole('article').first().innerText()).toContain('Meet at the boathouse.');
    await expectLevel(page);
    const [onId, offId, newId] = [on, off, `Boats at noon (${who})`].map((title) => bench.server.idOf('announcements', title));
    expect(sent()).toEqual([
      {
        method: 'POST',
        path: '/api/announcement',
        body: { title: `Boats at noon (${who})`, content: 'Meet at the boathouse.', id: newId, event: 1 },
      },
      { method: 'POST', path: `/api/announcement/${newId}/activate`, body: {} },
      { method: 'PUT', path: `/api/announcement/${onId}`, body: { content: `Only with a lifeguard (${who}).` } },
      { method: 'POST', path: `/api/announcement/${offId}/activate`, body: {} },
      { method: 'POST', path: `/api/announcement/${onId}/deactivate`, body: {} },
    ]);
  });

  it('adds, changes and deletes entries of the schedule by the clock of the event', async () => {
    const [organiser, anna] = await Promise.all([deviceOf(bench, who, { timezoneId: 'America/New_York' }), deviceOf(bench, 'anna')]);
    const { page } = organiser;
    const sent = watchCalls(organiser);
    const [changed, removed] = who === 'orga' ? ['Yoga am See', 'Freies Baden'] : ['Grillabend', 'Scheunenkino'];
    await openScheduleAdmin(page);
    await anna.page.goto('/#/schedule');
    await expectShown(anna.page.getByRole('heading', { name: removed, exact: true }));
    await organiser.setOffline(true);
    await expectOffline(page);

    const add = button(page, t('admin_schedule.add'));
    await add.click();
    const added = form(page, t('admin_schedule.add_title'));
    await expectSoon(async () => [await add.isDisabled(), await entryButton(page, changed, 'edit').isDisabled()], [true, true]);
    await expectShown(added.getByText(t('wall_clock.zone', { zone: 'Europe/Berlin' }), { exact: true }));
    await fillEntry(added, `Tidying up (${who})`, { start: '2126-07-15T14:30', end: '2126-07-15T13:30' });
    await saveButton(added).click();
    await expectShown(added.getByText(t('admin_schedule.problem_before_start'), { exact: true }));
    await field(added, t('admin_schedule.end')).fill('2126-07-15T15:30');
    await Promise.all([seen(page, t('admin_schedule_create_success')), saveButton(added).click()]);
    const row = entryRow(page, `Tidying up (${who})`);
    await expectShown(row.getByText(waiting, { exact: true }));
    await expectShown(row.getByText('14:30', { exact: true }));
    await expectSoon(() => row.evaluate((element) => element === document.activeElement), true);

    const open = await editEntry(page, changed);
    await expectSoon(async () => [await add.isDisabled(), await entryButton(page, removed, 'edit').isDisabled()], [true, true]);
    await field(open, t('admin_schedule.title_label')).fill(`${changed}, for everybody (${who})`);
    await Promise.all([seen(page, t('admin_schedule_update_success')), saveButton(open).click()]);
    await expectShown(entryRow(page, `${changed}, for everybody (${who})`).getByText(waiting, { exact: true }));

    const [changedId, removedId] = [changed, removed].map((title) => bench.server.idOf('schedule_entries', title));
    await askToDelete(page, removed);
    await expectOpen(page.getByRole('alertdialog'));
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('alertdialog'));
    await expectShown(entryRow(page, removed));
    await askToDelete(page, removed);
    await expectShown(page.getByRole('alertdialog', { name: t('admin_schedule.delete_title', { title: removed }) }));
    await Promise.all([seen(page, t('admin_schedule_delete_success')), confirm(page, t('admin_schedule.delete'))]);
    await expectGone(entryRow(page, removed));
    await expectOffline(page, 3);
    expect(sent()).toEqual([]);

    await organiser.setOffline(false);
    await expectShown(anna.page.getByRole('heading', { name: `${changed}, for everybody (${who})`, exact: true }));
    await expectShown(anna.page.getByRole('heading', { name: `Tidying up (${who})`, exact: true }));
    await expectGone(anna.page.getByRole('heading', { name: removed, exact: true }));
    await expectLevel(page);
    const { body, ...create } = sent()[0]!;
    expect(create).toEqual({ method: 'POST', path: '/api/event/1/schedule' });
    const berlin = { startDate: '2126-07-15T12:30:00.000Z', endDate: '2126-07-15T13:30:00.000Z' };
    expect(body).toMatchObject({ title: `Tidying up (${who})`, locationName: 'Barn', ...berlin });
    expect(sent().slice(1)).toEqual([
      { method: 'PUT', path: `/api/event/1/schedule/${changedId}`, body: { title: `${changed}, for everybody (${who})` } },
      { method: 'DELETE', path: `/api/event/1/schedule/${removedId}` },
    ]);
  });
});
