import type { Locator, Page } from 'playwright-core';
import type { BatchCall } from '../../../contract/endpoints/core.ts';
import type { Device, DeviceOptions } from './device.ts';
import { confirm } from './chat.ts';
import { expectFocus, expectGone, expectLevel, expectScreen } from './expectations.ts';
import { installed, type Person, signIn } from './people.ts';
import type { Bench } from './set-up.ts';
import { t } from './texts.ts';

/** What an announcement's card and the form of an entry are: a form with a name. */
export const form = (within: Page | Locator, name: string): Locator => within.getByRole('form', { name, exact: true });

/** An entry of the schedule as organisers see it. */
export const entryRow = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });

/** The field with this label. */
export const field = (within: Page | Locator, label: string): Locator => within.getByLabel(label, { exact: true });

export const saveButton = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: t('admin_announcements.save'), exact: true });

/** A phone with somebody signed in and everything loaded; with a service worker also all code, for what is done without network. */
export async function deviceOf(bench: Bench, person: Person, options: DeviceOptions = {}): Promise<Device> {
  const device = await bench.device(options);
  await signIn(device.page, person);
  await expectLevel(device.page);
  if (options.worker) await installed(device.page);
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

/** The card of an entry on the screen that everybody reads. */
export const scheduleCard = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** What the list of changes there says about one entry. */
export const toldOf = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: t('schedule_news.title') }) })
    .getByRole('listitem')
    .filter({ hasText: title });

/** A button of an entry; for screen readers its name ends with the entry's title. */
const entryButton = (page: Page, title: string, action: 'edit' | 'delete'): Locator =>
  entryRow(page, title).getByRole('button', { name: t(`admin_schedule.${action}`) });

/** Opens the form of an entry; its first field has the focus then, which would otherwise be taken from another. */
export async function editEntry(page: Page, title: string): Promise<Locator> {
  await entryButton(page, title, 'edit').click();
  const open = form(page, t('admin_schedule.edit_title'));
  await expectFocus(field(open, t('admin_schedule.title_label')));
  return open;
}

/** Fills in the open form of a new announcement. */
export async function fillAnnouncement(added: Locator, title: string, content: string): Promise<void> {
  await field(added, t('admin_announcements.title_label')).fill(title);
  await field(added, t('admin_announcements.content')).fill(content);
}

/** Publishes or withdraws an announcement, or changes and saves its text. */
export async function changeAnnouncement(page: Page, title: string, change: { content?: string; toggled?: boolean }): Promise<void> {
  const card = form(page, title);
  if (change.content !== undefined) await field(card, t('admin_announcements.content')).fill(change.content);
  if (change.toggled) return card.getByRole('switch').click();
  await saveButton(card).click();
  // What was saved takes the focus in the end, which would be taken from the next field.
  await expectFocus(card);
  await expectGone(saveButton(card));
}

/** Fills in what a new entry needs; times are `datetime-local` values. */
export async function fillEntry(added: Locator, title: string, times: { start: string; end: string }): Promise<void> {
  await field(added, t('admin_schedule.title_label')).fill(title);
  await field(added, t('admin_schedule.start')).fill(times.start);
  await field(added, t('admin_schedule.end')).fill(times.end);
  await field(added, t('admin_schedule.location_name')).fill('Barn');
}

/** Changes one field of an entry and saves it; without network it waits then. */
export async function changeEntry(page: Page, title: string, label: string, value: string): Promise<void> {
  const open = await editEntry(page, title);
  await field(open, label).fill(value);
  await saveButton(open).click();
  await expectGone(open);
}

/** Deletes an entry and confirms it. */
export async function deleteEntry(page: Page, title: string): Promise<void> {
  await entryButton(page, title, 'delete').click();
  await confirm(page, t('admin_schedule.delete'));
  await expectGone(entryRow(page, title));
}

/** A call without its key, which nobody can foresee. */
export type SentCall = Pick<BatchCall, 'method' | 'path' | 'body'>;

/** What a device sends in batches from now on and gets answered, by its tabs or its service worker; each call once. */
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
