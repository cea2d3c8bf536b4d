import type { Locator, Page } from 'playwright-core';
import type { BatchCall } from '#contract/endpoints/core.ts';
import type { Device, DeviceOptions } from './device.ts';
import { confirm } from './chat.ts';
import { expectFocus, expectHidden, expectLevel, expectScreen, expectShown } from './expectations.ts';
import { workerReady, type Person, signIn } from './people.ts';
import type { Bench } from './set-up.ts';
import { t } from './texts.ts';

/** Returns a form by its name, such as an announcement's card or the form of an entry. */
export const form = (within: Page | Locator, name: string): Locator => within.getByRole('form', { name, exact: true });

/** Returns the row of a schedule entry on the event admin's screen. */
export const entryRow = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

export const field = (within: Page | Locator, label: string): Locator => within.getByLabel(label, { exact: true });

export const saveButton = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: t('admin_announcements.save'), exact: true });

/** Returns a phone with a signed-in user and a complete mirror; with a service worker all code is cached too, for use offline. */
export async function deviceOf(bench: Bench, person: Person, options: DeviceOptions = {}): Promise<Device> {
  const device = await bench.device(options);
  await signIn(device.page, person);
  await expectLevel(device.page);
  if (options.worker) await workerReady(device.page);
  return device;
}

export async function openAnnouncementAdmin(page: Page): Promise<void> {
  await page.goto('/#/admin/announcements');
  await expectScreen(page, t('admin_announcements.title'));
}

export async function openScheduleAdmin(page: Page): Promise<void> {
  await page.goto('/#/admin/event-schedule');
  await expectScreen(page, t('admin_schedule.title'));
}

/** Opens the schedule that everybody reads. */
export async function openSchedule(page: Page): Promise<void> {
  await page.goto('/#/schedule');
  await expectScreen(page, t('schedule.title'));
}

/** Returns the card of an entry on the screen that everybody reads. */
export const scheduleCard = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** Returns the line about one entry in the list of schedule news. */
export const scheduleNewsOf = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: t('schedule_news.title') }) })
    .getByRole('listitem')
    .filter({ hasText: title });

/** Chooses an action of the menu of an entry. */
export async function chooseForEntry(page: Page, entry: Locator, action: string): Promise<void> {
  await entry.locator('[data-menu]').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the form of an entry; waits until its first field has the focus, which would otherwise be taken from a later one. */
export async function editEntry(page: Page, title: string): Promise<Locator> {
  await entryRow(page, title)
    .getByRole('button', { name: t('admin_schedule.edit') })
    .click();
  const open = form(page, t('admin_schedule.edit_title'));
  await expectFocus(field(open, t('admin_schedule.title_label')));
  return open;
}

/** Opens the editor of an announcement from the list. */
export async function editAnnouncement(page: Page, title: string): Promise<Locator> {
  await page.getByRole('link', { name: title, exact: true }).click();
  const open = form(page, title);
  await expectShown(open);
  return open;
}

/** Returns the row of an announcement in the list of event admins. */
export const announcementRow = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

export async function fillAnnouncement(added: Locator, title: string, content: string): Promise<void> {
  await field(added, t('admin_announcements.title_label')).fill(title);
  await field(added, t('admin_announcements.content')).fill(content);
}

/** Presses a button in the editor of an announcement, after a change of its text if any; the list is shown again. */
export async function changeAnnouncement(
  page: Page,
  title: string,
  { content, press }: { content?: string; press: 'save' | 'publish' | 'take_down' },
): Promise<void> {
  const open = await editAnnouncement(page, title);
  if (content !== undefined) await field(open, t('admin_announcements.content')).fill(content);
  await open.getByRole('button', { name: t(`admin_announcements.${press}`), exact: true }).click();
  await expectHidden(open);
  await expectScreen(page, t('admin_announcements.title'));
}

/** Fills in the required fields of a new entry; times are `datetime-local` values. */
export async function fillEntry(added: Locator, title: string, times: { start: string; end: string }): Promise<void> {
  await field(added, t('admin_schedule.title_label')).fill(title);
  await field(added, t('admin_schedule.start')).fill(times.start);
  await field(added, t('admin_schedule.end')).fill(times.end);
  await field(added, t('admin_schedule.location_name')).fill('Barn');
}

/** Changes one field of an entry and saves it; without network the command is then pending. */
export async function changeEntry(page: Page, title: string, label: string, value: string): Promise<void> {
  const open = await editEntry(page, title);
  await field(open, label).fill(value);
  await saveButton(open).click();
  await expectHidden(open);
}

export async function deleteEntry(page: Page, title: string): Promise<void> {
  await chooseForEntry(page, entryRow(page, title), t('admin_schedule.delete'));
  await confirm(page, t('admin_schedule.delete'));
  await expectHidden(entryRow(page, title));
}

/** A call without its idempotency key, which is random. */
export type SentCall = Pick<BatchCall, 'method' | 'path' | 'body'>;

/** Returns the calls that a device sends in batches from now on and gets answered, by tabs or its service worker; each call once. */
export function watchCalls({ context }: Device): () => SentCall[] {
  const sent = new Map<string, SentCall>();
  context.on('response', (response) => {
    const request = response.request();
    if (new URL(request.url()).pathname !== '/api/batch') return;
    const { calls } = request.postDataJSON() as { calls: BatchCall[] };
    for (const { key, method, path, body } of calls) sent.set(key, { method, path, ...(body === undefined ? {} : { body }) });
  });
  return () => [...sent.values()];
}
