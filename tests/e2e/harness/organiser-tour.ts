import type { Page } from 'playwright-core';
import type { Language } from '../../../contract/languages.ts';
import { signInByApi } from './api.ts';
import { button } from './chat.ts';
import { expectGone, expectScreen, expectShown } from './expectations.ts';
import type { EventServer } from './server.ts';
import { texts } from './texts.ts';

export interface TourOptions {
  readonly server: EventServer;
  readonly page: Page;
  readonly language: Language;
  setOffline(offline: boolean): Promise<void>;
  /** Called at each screen, with a name for it. */
  look(screen: string): Promise<void>;
}

let tours = 0;

/** Sixty characters: screens have to live with it. Each one is another one. */
function newTitle(): string {
  return `Gesprächsrunde mit Maximiliane-Theodora von Hohenstein Nr.${10 + tours++}`;
}

/** An entry of the tour's own, long after the event, so that nobody else stumbles over it; gives its id. */
async function addEntry(server: EventServer, title: string): Promise<string> {
  const api = await signInByApi(server, 'admin');
  const times = { startDate: '2126-12-31T12:00:00.000Z', endDate: '2126-12-31T13:30:00.000Z' };
  const { body } = await api.call('POST', '/api/event/1/schedule', { title, locationName: 'Große Scheune', ...times });
  return (body as { id: string }).id;
}

/** The screens of somebody who runs the event, who is signed in already. */
export async function tourAnnouncementAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const title = newTitle();
  await page.goto('/#/admin/announcements');
  await expectScreen(page, t('admin_announcements.title'));
  await expectShown(page.getByRole('form').first());
  await look('admin-announcements');
  await button(page, t('admin_announcements.add')).click();
  const added = page.getByRole('form', { name: t('admin_announcements.new'), exact: true });
  await button(added, t('admin_announcements.save')).click();
  await expectShown(added.getByText(t('admin_announcements.missing_title'), { exact: true }));
  await look('admin-announcements-add');
  await added.getByLabel(t('admin_announcements.title_label'), { exact: true }).fill(title);
  await button(added, t('admin_announcements.save')).click();
  await expectGone(added);
  const changed = page.getByRole('form', { name: title, exact: true });
  await changed.getByLabel(t('admin_announcements.content'), { exact: true }).fill('Line one\nLine two');
  await expectShown(button(changed, t('admin_announcements.save')));
  await look('admin-announcements-edit');
  await button(changed, t('app.cancel')).click();
}

/** The cards of all that organisers run the event with, and the event's data: as it is, wrong, and with a preview of what is typed. */
export async function tourEventData({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/general');
  await expectScreen(page, t('admin_general.title'));
  await expectShown(page.getByRole('link', { name: t('admin_event_data.title'), exact: true }));
  await look('admin-general');
  await page.goto('/#/admin/event-data');
  await expectScreen(page, t('admin_event_data.title'));
  const form = page.getByRole('form', { name: t('admin_event_data.card'), exact: true });
  await expectShown(form);
  await look('admin-event-data');
  await form.getByLabel(t('event_form.title'), { exact: true }).fill('');
  await form.getByLabel(t('event_form.time_zone'), { exact: true }).fill('Europe/Bern');
  await button(form, t('admin_event_data.save')).click();
  await expectShown(form.getByText(t('event_form.problem_required'), { exact: true }));
  await look('admin-event-data-wrong');
  await form.getByLabel(t('event_form.title'), { exact: true }).fill(newTitle());
  await look('admin-event-data-preview');
  await button(form, t('app.cancel')).click();
}

export async function tourScheduleAdmin({ server, page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const title = newTitle();
  await addEntry(server, title);
  await page.goto('/#/admin/event-schedule');
  await expectScreen(page, t('admin_schedule.title'));
  const row = page.getByRole('article', { name: title, exact: true });
  await expectShown(row);
  await look('admin-schedule');
  await button(page, t('admin_schedule.add')).click();
  const added = page.getByRole('form', { name: t('admin_schedule.add_title'), exact: true });
  await button(added, t('admin_schedule.save')).click();
  await expectShown(added.getByText(t('admin_schedule.problem_required'), { exact: true }).first());
  await look('admin-schedule-add');
  await button(added, t('app.cancel')).click();
  await expectGone(added);
  await row.getByRole('button', { name: t('admin_schedule.edit') }).click();
  const open = page.getByRole('form', { name: t('admin_schedule.edit_title'), exact: true });
  await expectShown(open);
  await look('admin-schedule-edit');
  await button(open, t('app.cancel')).click();
  await expectGone(open);
  await row.getByRole('button', { name: t('admin_schedule.delete') }).click();
  await expectShown(page.getByRole('alertdialog'));
  await look('admin-schedule-delete');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('alertdialog'));
}

/** What runs the whole app, which is for global admins. */
export async function tourAllEvents({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/global');
  await expectScreen(page, t('admin_global.title'));
  await look('admin-global');
  await page.goto('/#/admin/first-steps');
  await expectScreen(page, t('first_steps.title'));
  await look('admin-first-steps');
  await page.goto('/#/admin/global/events');
  await expectScreen(page, t('admin_events.title'));
  const row = page.getByRole('article').first();
  await expectShown(row);
  await look('admin-events');
  await button(page, t('admin_events.new')).click();
  const added = page.getByRole('form', { name: t('admin_events.new'), exact: true });
  await button(added, t('admin_events.create')).click();
  await expectShown(added.getByText(t('event_form.problem_required'), { exact: true }).first());
  await look('admin-events-new');
  await button(added, t('app.cancel')).click();
  await expectGone(added);
  await row.getByRole('button', { name: t('admin_events.edit') }).click();
  await expectShown(page.getByRole('form').first());
  await look('admin-events-edit');
  await button(page.getByRole('form').first(), t('app.cancel')).click();
  await row.getByRole('button', { name: t('admin_events.delete') }).click();
  await expectShown(page.getByRole('dialog'));
  await look('admin-events-delete');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
}

/** One conflict of each kind: the same fields, a change of what was deleted, a deletion of what was changed. */
export async function tourConflicts({ server, page, language, setOffline, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const number = ++tours;
  const [concert, walk, fight] = [`Konzert ${number}`, `Nachtwanderung ${number}`, `Kissenschlacht ${number}`];
  const ids = new Map<string, string>();
  for (const title of [concert, walk, fight]) ids.set(title, await addEntry(server, title));
  const row = (title: string) => page.getByRole('article', { name: title, exact: true });
  await page.goto('/#/admin/event-schedule');
  for (const title of [concert, walk, fight]) await expectShown(row(title));
  await setOffline(true);
  for (const [title, label, value] of [
    [concert, t('admin_schedule.title_label'), newTitle()],
    [walk, t('admin_schedule.details'), 'Taschenlampe mitbringen.'],
  ] as const) {
    await row(title)
      .first()
      .getByRole('button', { name: t('admin_schedule.edit') })
      .click();
    const open = page.getByRole('form', { name: t('admin_schedule.edit_title'), exact: true });
    await open.getByLabel(label, { exact: true }).fill(value);
    if (title === concert) await open.getByLabel(t('admin_schedule.location_name'), { exact: true }).fill('Feuerplatz');
    await button(open, t('admin_schedule.save')).click();
    await expectGone(open);
  }
  await row(fight)
    .first()
    .getByRole('button', { name: t('admin_schedule.delete') })
    .click();
  await button(page.getByRole('alertdialog'), t('admin_schedule.delete')).click();
  await expectGone(row(fight));
  const api = await signInByApi(server, 'admin');
  await api.call('PUT', `/api/event/1/schedule/${ids.get(concert)}`, {
    title: 'Konzert der Campband',
    locationName: 'Wiese',
    locationAddress: 'Seeweg 1',
  });
  await api.call('DELETE', `/api/event/1/schedule/${ids.get(walk)}`);
  await api.call('PUT', `/api/event/1/schedule/${ids.get(fight)}`, {
    startDate: '2126-12-31T14:00:00.000Z',
    endDate: '2126-12-31T15:00:00.000Z',
  });
  await setOffline(false);
  await expectShown(page.getByRole('banner').getByRole('link', { name: t('sync.attention', { count: 3 }) }));
  await look('admin-schedule-conflict');
  await page.goto('/#/not-sent');
  await expectShown(button(page, t('conflict.changed_insist')));
  await expectShown(button(page, t('conflict.gone_insist')));
  await look('not-sent-conflicts');
}

export async function tourNotifications({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/notifications');
  await expectShown(page.getByRole('switch', { name: t('notifications.general'), exact: true }));
  await look('notifications');
}

/** On a phone that says it is an iPhone: what the bell explains first. */
export async function tourIphone({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await button(page.getByRole('banner'), t('push.turn_on')).click();
  await expectShown(page.getByRole('dialog', { name: t('push.install_title'), exact: true }));
  await look('install-first');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
  await page.goto('/#/notifications');
  await expectShown(page.getByText(t('push.step_share'), { exact: true }));
  await look('notifications-iphone');
}

/** For somebody who runs nothing: the screen that keeps them out, and what the organisers changed in the schedule. */
export async function tourParticipant({ server, page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const title = newTitle();
  await page.goto('/#/admin/announcements');
  await expectScreen(page, t('admins_only.title'));
  await look('guard');
  await page.goto('/#/schedule');
  await expectScreen(page, t('schedule.title'));
  const api = await signInByApi(server, 'admin');
  const place = `Wiese am Waldrand hinter dem Küchenzelt, neben dem Werkzeug ${tours}`;
  const entries = server.query<{ id: string }>(`select id from schedule_entries where title in ('Geländerallye', 'Grillabend')`);
  for (const { id } of entries) await api.call('PUT', `/api/event/1/schedule/${id}`, { locationName: place });
  await api.call('POST', '/api/event/1/schedule', {
    title,
    locationName: 'Steg',
    startDate: '2126-12-30T12:00:00.000Z',
    endDate: '2126-12-30T13:30:00.000Z',
  });
  await expectShown(button(page, t('schedule_news.seen')));
  await expectShown(page.getByRole('button').filter({ hasText: title }));
  await page.evaluate(() => scrollTo(0, 0));
  await look('schedule-news');
}
