import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { button, confirm, expectSent, expectWaiting, openChat, postField, submitPost, typePost, writePost } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectHidden, expectIdle, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

type Fault = 'full' | 'broken';

/** Makes the person's database fail while the page's local storage asks for it; runs in the page. */
function installFaults(): void {
  const fault = (): string | null => localStorage.getItem('fault');
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    if (fault() === 'broken' && /^event-companion-\d+$/.test(name))
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    return open.call(this, name, version);
  };
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (value, key) {
    if (fault() === 'full' && this.name === 'outbox') throw new DOMException('No room', 'QuotaExceededError');
    return key === undefined ? add.call(this, value) : add.call(this, value, key);
  };
}

const setFault = (page: Page, fault: Fault | null): Promise<void> =>
  page.evaluate((name) => (name === null ? localStorage.removeItem('fault') : localStorage.setItem('fault', name)), fault);

async function annaInChat(): Promise<Device> {
  const device = await bench.device();
  device.watch.expect(/^console.warning: Dexie: Workaround for Chrome UnknownError/);
  await device.context.addInitScript(installFaults);
  await signIn(device.page, 'anna');
  await expectLevel(device.page);
  await openChat(device.page);
  return device;
}

async function keepBack({ context, watch }: Device): Promise<void> {
  watch.expect(/^Failed to load resource: net::ERR_FAILED .*\/api\/batch/);
  await context.route('**/api/batch', (route) => route.abort());
}

/** The lost text in the list of unsent commands. */
const named = (page: Page) => page.getByRole('alert').getByRole('listitem').filter({ hasText: 'Taken by the browser' });

it('a device without free storage rejects a post, explains why and keeps the text in the form', async () => {
  const { page } = await annaInChat();
  await setFault(page, 'full');
  await typePost(page, 'No room for this');
  await submitPost(page);
  await expectShown(page.getByText(t('chat_create.error'), { exact: true }));
  await expectShown(page.getByText(t('storage.full')));
  await expectSoon(() => postField(page).inputValue(), 'No room for this');
  await setFault(page, null);
  await submitPost(page);
  await expectSent(page, 'No room for this');
  await expectLevel(page);
  expect(bench.server.posts(['No room for this'])).toHaveLength(1);
});

it('a database that does not open is reported with its pending commands, opens again later, and is deleted only on request', async () => {
  const device = await annaInChat();
  const { page, context } = device;
  await keepBack(device);
  await writePost(page, 'Behind a broken door');
  await expectIdle(page);
  await setFault(page, 'broken');
  await page.reload();
  await expectScreen(page, t('storage.failed_title'));
  await expectShown(page.getByText(t('storage.unsent', { count: 1 }), { exact: true }));
  await expectShown(page.getByRole('listitem').filter({ hasText: 'Behind a broken door' }));
  await button(page, t('storage.retry')).click();
  await expectShown(page.getByRole('alert').filter({ hasText: t('storage.still_failed') }));
  await expectScreen(page, t('storage.failed_title'));
  await setFault(page, null);
  await button(page, t('storage.retry')).click();
  await openChat(page);
  await expectWaiting(page, 'Behind a broken door');
  await setFault(page, 'broken');
  await page.reload();
  await expectScreen(page, t('storage.failed_title'));
  await button(page, t('storage.anew')).click();
  await expectShown(page.getByRole('alertdialog').getByText(t('storage.anew_text')));
  await setFault(page, null);
  await context.unroute('**/api/batch');
  await confirm(page, t('storage.anew'));
  await page.goto('/#/home');
  await expectScreen(page, eventTitle);
  await expectLevel(page);
  expect(bench.server.posts(['Behind a broken door'])).toEqual([]);
});

it('a browser that allows no storage shows an explanation instead of an empty page', async () => {
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  const { page } = await bench.profile('blocked', { preferences: blocked });
  await page.goto('/');
  await expectScreen(page, t('storage.failed_title'));
  await button(page, t('storage.retry')).click();
  await expectShown(page.getByRole('alert').filter({ hasText: t('storage.still_failed') }));
});

/** Chromium stores each database in a file of its own, its future default, so that one of them alone can be damaged. */
const aFileEach = { flags: ['--enable-features=IdbSqliteBackingStore'] };

function damage(folder: string, database: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /IndexedDB/.test(entry.parentPath),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const [file, ...others] = paths.filter((path) => readFileSync(path).includes(Buffer.from(database, 'utf16le')));
  expect(others).toEqual([]);
  writeFileSync(file!, Buffer.alloc(readFileSync(file!).length, 0x5a));
}

it('names the lost commands of a database whose file is damaged', async () => {
  const first = await bench.profile('damaged', aFileEach);
  await signIn(first.page, 'anna');
  await expectLevel(first.page);
  await openChat(first.page);
  await keepBack(first);
  await writePost(first.page, 'In a file that breaks');
  await expectIdle(first.page);
  await first.context.close();
  damage(bench.profileFolder('damaged'), `event-companion-${bench.server.userId('anna')}`);
  const { page, watch } = await bench.profile('damaged', aFileEach);
  watch.expect(/UnknownError/);
  await page.goto('/');
  await expectScreen(page, t('storage.failed_title'));
  await expectShown(page.getByRole('listitem').filter({ hasText: 'In a file that breaks' }));
});

it('a database that the browser deleted is reported, and its pending commands are named until the person confirms', async () => {
  const device = await annaInChat();
  const { page, watch } = device;
  await keepBack(device);
  await writePost(page, 'Taken by the browser');
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).toContain(`event-companion-${bench.server.userId('anna')}`);
  // A page of this origin that is not the app, which would hold the database open.
  watch.expect(/^Failed to load resource: .* 404 .*\/favicon\.ico$/);
  await page.goto('/healthz');
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      }),
    `event-companion-${bench.server.userId('anna')}`,
  );
  await page.goto('/#/home');
  await expectScreen(page, eventTitle);
  await expectShown(page.getByText(t('storage.taken')));
  await expectShown(named(page));
  await page.reload();
  await expectShown(named(page));
  await button(page, t('storage.seen')).click();
  await expectHidden(named(page));
  await page.reload();
  await expectLevel(page);
  await expectHidden(named(page));
  expect(bench.server.posts(['Taken by the browser'])).toEqual([]);
});
