import type { Page } from 'playwright-core';
import type { Language } from '#contract/languages.ts';
import { signInByApi } from '../api.ts';
import { button } from '../chat.ts';
import { expectHidden, expectScreen, expectShown } from '../expectations.ts';
import { chooseForEntry } from '../organising.ts';
import type { EventServer } from '../server.ts';
import { texts } from '../texts.ts';

export interface TourOptions {
  readonly server: EventServer;
  readonly page: Page;
  readonly language: Language;
  setOffline(offline: boolean): Promise<void>;
  /** Called at each screen, with a name for it. */
  look(screen: string): Promise<void>;
}

let tours = 0;

/** Returns a unique title of sixty characters, which every screen has to fit. */
function newTitle(): string {
  return `Gesprächsrunde mit Maximiliane-Theodora von Hohenstein Nr.${10 + tours++}`;
}

/** Adds an entry long after the event, so that it disturbs no other test; returns its id. */
async function addEntry(server: EventServer, title: string): Promise<string> {
  const api = await signInByApi(server, 'admin');
  const times = { startDate: '2126-12-31T12:00:00.000Z', endDate: '2126-12-31T13:30:00.000Z' };
  const { body } = await api.call('POST', '/api/event/1/schedule', { title, locationName: 'Große Scheune', ...times });
  return (body as { id: string }).id;
}

/** Visits the announcement screens of an event admin, who is signed in already. */
export async function tourAnnouncementAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const title = newTitle();
  await page.goto('/#/admin/announcements');
  await expectScreen(page, t('admin_announcements.title'));
  await expectShown(page.getByRole('article').first());
  await look('admin-announcements');
  await page.getByRole('link', { name: t('admin_announcements.add'), exact: true }).click();
  const added = page.getByRole('form', { name: t('admin_announcements.new'), exact: true });
  await button(added, t('admin_announcements.keep')).click();
  await expectShown(added.getByText(t('admin_announcements.missing_title'), { exact: true }));
  await look('admin-announcements-add');
  await added.getByLabel(t('admin_announcements.title_label'), { exact: true }).fill(title);
  await button(added, t('admin_announcements.keep')).click();
  await expectHidden(added);
  await page.getByRole('link', { name: title, exact: true }).click();
  const changed = page.getByRole('form', { name: title, exact: true });
  await changed.getByLabel(t('admin_announcements.content'), { exact: true }).fill('Line one\nLine two');
  await expectShown(button(changed, t('admin_announcements.keep')));
  await look('admin-announcements-edit');
  await button(changed, t('app.cancel')).click();
}

/** Visits the cards of an event admin and the event's data: unchanged, invalid, and with a preview of the input. */
export async function tourEventData({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/general');
  await expectScreen(page, t('admin_general.title'));
  await expectShown(page.getByRole('link', { name: t('admin_event_data.title') }));
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
  await expectHidden(added);
  await row.getByRole('button', { name: t('admin_schedule.edit') }).click();
  const open = page.getByRole('form', { name: t('admin_schedule.edit_title'), exact: true });
  await expectShown(open);
  await look('admin-schedule-edit');
  await button(open, t('app.cancel')).click();
  await expectHidden(open);
  await chooseForEntry(page, row, t('admin_schedule.delete'));
  await expectShown(page.getByRole('alertdialog'));
  await look('admin-schedule-delete');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  await chooseForEntry(page, row, t('admin_schedule.duplicate'));
  await expectShown(added);
  await look('admin-schedule-duplicate');
  await button(added, t('app.cancel')).click();
  await expectHidden(added);
  await tourScheduleTools({ page, language, look });
}

/** Opens each tool for the whole schedule and closes it unused. */
async function tourScheduleTools({ page, language, look }: Pick<TourOptions, 'page' | 'language' | 'look'>): Promise<void> {
  const t = texts[language];
  const open = async (tool: string): Promise<void> => {
    await button(page, t('admin_schedule.more')).click();
    await page.getByRole('menuitem', { name: tool, exact: true }).click();
    await expectShown(page.getByRole('dialog', { name: tool, exact: true }));
  };
  await button(page, t('admin_schedule.more')).click();
  await expectShown(page.getByRole('menu'));
  await look('admin-schedule-more');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('menu'));
  await open(t('admin_schedule.move.title'));
  await look('admin-schedule-move');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await open(t('admin_schedule.import.title'));
  await look('admin-schedule-import');
  const table = `Titel;Beginn;Ende;Ort\n${newTitle()};31.12.2126 9:00;10:00;Große Scheune\nOhne Zeit;bald;10:00;Steg`;
  await page.getByLabel(t('admin_schedule.import.paste'), { exact: true }).fill(table);
  await button(page, t('admin_schedule.import.read')).click();
  await expectShown(page.getByRole('form', { name: t('admin_schedule.import.preview'), exact: true }));
  await look('admin-schedule-import-preview');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
}

/** Saves nothing; the input is discarded at the end. */
export async function tourContactLinksAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/event-links');
  await expectScreen(page, t('contact_links.manage'));
  await expectShown(page.getByRole('region').first());
  await look('admin-contact-links');
  await button(page, t('contact_links.add_block')).click();
  const added = page.getByRole('main').getByRole('region').last();
  await added.getByLabel(t('contact_links.link_url'), { exact: true }).fill('tel:112');
  await button(page, t('contact_links.save')).click();
  await expectShown(added.getByText(t('contact_links.problem_title'), { exact: true }));
  await look('admin-contact-links-add');
  await added.getByLabel(t('contact_links.title_label'), { exact: true }).fill(newTitle());
  await added.getByRole('button', { name: t('contact_links.add_subtitle') }).click();
  await added.getByRole('button', { name: t('contact_links.add_link') }).click();
  await look('admin-contact-links-edit');
  await page.getByRole('button', { name: new RegExp(`^${t('contact_links.actions', { what: 'Block 1, [^,]*' })}$`) }).click();
  await page.getByRole('menuitem', { name: t('contact_links.delete'), exact: true }).click();
  await expectShown(page.getByRole('alertdialog'));
  await look('admin-contact-links-delete');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  await button(page, t('app.cancel')).click();
  await expectHidden(page.getByText(t('contact_links.unsaved'), { exact: true }));
}

/** Visits codes that it adds: one of sixty characters, one that is reusable, and many made at once. */
export async function tourCodeAdmin({ server, page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const number = ++tours;
  const code = `Maximiliane-Theodora-von-Hohenstein-und-ihre-Gaeste-${10 + number}`;
  const api = await signInByApi(server, 'admin');
  await api.call('POST', '/api/event/1/code', { code, reusable: false });
  await api.call('POST', '/api/event/1/code', { code: `CREW-${number}`, reusable: true });
  await page.goto('/#/admin/eventcodes');
  await expectScreen(page, t('event_codes.title'));
  await expectShown(page.getByRole('row').filter({ hasText: code }));
  await look('admin-codes');
  await button(page, t('event_codes.actions', { code })).click();
  await expectShown(page.getByRole('menuitem', { name: t('event_codes.edit'), exact: true }));
  await look('admin-codes-menu');
  await page.getByRole('menuitem', { name: t('event_codes.edit'), exact: true }).click();
  await expectShown(page.getByRole('dialog', { name: t('event_codes.edit_title'), exact: true }));
  await look('admin-codes-edit');
  await button(page.getByRole('dialog'), t('app.cancel')).click();
  await expectHidden(page.getByRole('dialog'));
  await button(page, t('event_codes.add')).click();
  await button(page.getByRole('dialog'), t('event_codes.save')).click();
  await expectShown(page.getByText(t('event_codes.code_required'), { exact: true }));
  await look('admin-codes-add');
  await button(page.getByRole('dialog'), t('app.cancel')).click();
  await expectHidden(page.getByRole('dialog'));
  await button(page, t('event_codes.add_many')).click();
  // Excludes the toast, which is a dialog too.
  const many = page.getByRole('dialog', { name: t('event_codes.many_title'), exact: true });
  await many.getByLabel(t('event_codes.many_prefix'), { exact: true }).fill(`T${number}-`);
  await look('admin-codes-many');
  await button(many, t('event_codes.many_submit')).click();
  await expectHidden(many);
  await page.getByRole('link', { name: t('event_codes.print_chosen', { number: 20 }), exact: true }).click();
  await expectScreen(page, t('event_codes.print_title'));
  await expectShown(page.getByRole('img').first());
  await look('admin-codes-print');
}

/** Visits a report of a post that it adds, and dismisses it. */
export async function tourReportsAdmin({ server, page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const api = await signInByApi(server, 'admin');
  const content = newTitle();
  const { body } = await api.call('POST', '/api/post', { content, event: 1 });
  const { id: rowId, authorId } = body as { id: string; authorId: number };
  const reporter = await signInByApi(server, 'ben');
  const seen = { authorId, title: '', text: content, startDate: null, picture: null };
  await reporter.call('POST', '/api/report', { resource: 'posts', rowId, reason: 'insult', text: 'So nicht.', seen, event: 1 });
  await page.goto('/#/admin/reports');
  await expectScreen(page, t('admin_reports.title'));
  const card = page.getByRole('article').filter({ hasText: content });
  await expectShown(card);
  await look('admin-reports');
  await card
    .getByRole('button', { name: t('admin_reports.remove'), exact: false })
    .first()
    .click();
  await expectShown(page.getByRole('alertdialog'));
  await look('admin-reports-remove');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  await card.getByRole('button', { name: t('admin_reports.dismiss') }).click();
  await expectHidden(card);
  await page.goto('/#/admin/reports/decided');
  await expectShown(card);
  await look('admin-reports-decided');
}

/** Visits the questions of the demo, an empty new one, and the menu of one; saves nothing. */
export async function tourFaqAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/faq');
  await expectScreen(page, t('admin_faq.title'));
  const rows = page.getByRole('article');
  await expectShown(rows.first());
  await look('admin-faq');
  await rows.first().getByRole('button', { expanded: false }).click();
  await expectShown(page.getByRole('menuitem', { name: t('admin_faq.move_down') }));
  await look('admin-faq-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('admin_faq.add') }).click();
  await page.getByRole('button', { name: t('admin_faq.save'), exact: true }).click();
  await expectShown(page.getByText(t('admin_faq.missing_answer')));
  await look('admin-faq-form');
  await page.getByRole('button', { name: t('app.cancel'), exact: true }).click();
}

/** Visits the feedback of the demo, and searches its comments. */
export async function tourFeedbackAdmin({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/feedback');
  await expectScreen(page, t('admin_feedback.title'));
  await expectShown(page.getByRole('heading', { name: t('feedback.rating'), exact: true }));
  await look('admin-feedback');
  await page.getByRole('searchbox').fill('dragons');
  await expectShown(page.getByText(t('admin_feedback.no_match')));
  await look('admin-feedback-search');
}

/** Visits the event's modules, menu and home screen. */
export async function tourModules({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/admin/modules');
  await expectScreen(page, t('admin_modules.title'));
  await expectShown(page.getByRole('switch').first());
  await page.getByText(t('admin_modules.always_on').split('(')[0]!).click();
  await look('admin-modules');
  await page.goto('/#/admin/event-menu');
  await expectScreen(page, t('admin_menu.title'));
  await button(page, t('order.up', { name: t('menu.logout') })).click();
  // Undo restores the order, so that it disturbs no other test.
  await expectShown(button(page, t('order.undo')));
  await look('admin-menu');
  await button(page, t('order.undo')).click();
  await page.goto('/#/admin/home-screen');
  await expectScreen(page, t('admin_home.title'));
  await expectShown(page.locator('main form li').first());
  await look('admin-home-screen');
}

/** Makes one conflict of each kind: the same fields, a change of a deleted row, a deletion of a changed row. */
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
    if (title === walk) await button(open, t('admin_schedule.unfold')).click();
    await open.getByLabel(label, { exact: true }).fill(value);
    if (title === concert) await open.getByLabel(t('admin_schedule.location_name'), { exact: true }).fill('Feuerplatz');
    await button(open, t('admin_schedule.save')).click();
    await expectHidden(open);
  }
  await chooseForEntry(page, row(fight).first(), t('admin_schedule.delete'));
  await button(page.getByRole('alertdialog'), t('admin_schedule.delete')).click();
  await expectHidden(row(fight));
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

/** Visits the bell's explanation on an iPhone. */
export async function tourIphone({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await button(page.getByRole('banner'), t('push.turn_on')).click();
  await expectShown(page.getByRole('dialog', { name: t('install.title'), exact: true }));
  await look('install-first');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await page.goto('/#/notifications');
  await expectShown(page.getByText(t('install.step_share'), { exact: true }));
  await look('notifications-iphone');
}

/** Visits the refusal of an admin screen and the schedule news as a participant. */
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
