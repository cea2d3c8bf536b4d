import type { Page } from 'playwright-core';
import { expectScreen, expectShown } from './expectations.ts';
import { eventTitle } from './people.ts';
import { pageTexts, t } from './texts.ts';

/** Each screen with its title and a CSS selector for its drawn rows; the screen before may match the same selector. */
const screens = {
  home: [eventTitle, 'main article'],
  schedule: [t('schedule.title'), 'main article'],
  chat: [t('chat.title'), 'main article'],
  pictures: [t('photos.title'), 'main article'],
  announcements: [t('announcements.title'), 'main article'],
  meetups: [t('meetups.title'), 'main article'],
  agenda: [t('agenda.title'), 'main article'],
  'contact-links': [t('contact_links.title'), 'main section'],
  'calendar-events': [t('calendar.title'), 'main table'],
  'calendar-events/list': [t('calendar.title'), 'main li'],
  'date/': [t('dating.title'), 'main details'],
  'date-matches': [t('date_matches.title'), 'main a'],
  sharing: [t('sharing.title'), 'main article'],
  'sharing-add': [t('sharing.add.title'), 'main button'],
  participants: [t('participants.title'), 'main li'],
  statistics: [t('statistic.title'), 'main li'],
  'statistics/counter': [t('statistic.title'), 'main output'],
  feedback: [t('feedback_simple.title'), 'main textarea'],
  notifications: [t('notifications.title'), 'main input'],
  'my-profile': [t('profile.my_profile'), 'main input:not([hidden])'],
  'verify-email': [t('verify_email.title'), 'main button'],
  'forgot-password': [t('forgot_password.title'), 'main input'],
  'reset-password': [t('reset_password.title'), 'main a'],
  share: [t('share.title'), 'main button'],
  switch: [t('eventSwitch.title'), 'main article'],
  search: [t('search.title'), 'main input'],
  shared: [t('received.list'), 'main a'],
  faq: [pageTexts.en('faq.title'), 'main summary'],
  'not-sent': [t('not_sent.title'), 'main button'],
  'admin/general': [t('admin_general.title'), 'main li a'],
  'admin/event-data': [t('admin_event_data.title'), 'main form'],
  'admin/announcements': [t('admin_announcements.title'), 'main article'],
  'admin/event-links': [t('contact_links.manage'), 'main section'],
  'admin/eventcodes': [t('event_codes.title'), 'main tbody tr'],
  'admin/eventcodes/print': [t('event_codes.print_title'), 'main a'],
  'admin/reports': [t('admin_reports.title'), 'main nav'],
  'admin/faq': [t('admin_faq.title'), 'main article'],
  'admin/feedback': [t('admin_feedback.title'), 'main section li'],
  'admin/event-schedule': [t('admin_schedule.title'), 'main article'],
  'admin/global/users': [t('admin_users.title'), 'main table'],
  'admin/global/audit': [t('admin_audit.title'), 'main section'],
  'admin/modules': [t('admin_modules.title'), 'main [role=switch]'],
  'admin/event-menu': [t('admin_menu.title'), 'main form li'],
  'admin/home-screen': [t('admin_home.title'), 'main form li'],
  'admin/first-steps': [t('first_steps.title'), 'main ol a'],
  'admin/global/': [t('admin_global.title'), 'main li a'],
  'admin/global/events': [t('admin_events.title'), 'main article'],
} as const satisfies Record<string, readonly [title: string, content: string]>;

export type ScreenPath = keyof typeof screens;

const all = Object.keys(screens) as ScreenPath[];

/** All screens of event admins; those that only they have come last. */
export const screenPaths = all.filter((path) => !path.startsWith('admin/global/'));

export const screensOfGlobalAdmins = all.filter((path) => path.startsWith('admin/global/'));

export const screensOfAll = screenPaths.filter((path) => !path.startsWith('admin/'));

/** Returns the title of a screen and the CSS selector for its drawn rows. */
export const screenIs = (path: ScreenPath): readonly [title: string, content: string] => screens[path];

export async function openScreen(page: Page, path: ScreenPath): Promise<void> {
  const [title, content] = screenIs(path);
  await page.goto(`/#/${path}`);
  await expectScreen(page, title);
  await expectShown(page.locator(content).first());
}
