import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, confirm, expectSent, expectWaiting, openChat, submitPost, typePost, writePost } from './harness/chat.ts';
import type { Device, DeviceOptions } from './harness/device.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

type Fault = 'full' | 'broken';

/** Makes the person's database fail as browsers do, while the page's local storage says so; runs in the page. */
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

async function annaInChat(options: DeviceOptions = {}): Promise<Device> {
  const device = await bench.device({ worker: true, ...options });
  device.watch.expect(/^Failed to load resource: .* 404 .*\/favicon\.ico$/);
  device.watch.expect(/^console.warning: Dexie: Workaround for Chrome UnknownError/);
  await device.context.addInitScript(installFaults);
  await signIn(device.page, 'anna');
  await expectLevel(device.page);
  await installed(device.page);
  await openChat(device.page);
  return device;
}

/** The lost text, among what had not been sent. */
const named = (page: Page) => page.getByRole('alert').getByRole('listitem').filter({ hasText: 'Taken by the browser' });

describe('a device without room', () => {
  it('accepts nothing that it cannot keep, says so, and leaves the text in the form', async () => {
    const { page } = await annaInChat();
    await setFault(page, 'full');
    await typePost(page, 'No room for this');
    await submitPost(page);
    await expectShown(page.getByText(t('chat_create.error'), { exact: true }));
    await expectShown(page.getByText(t('storage.full')));
    await expectSoon(() => page.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'No room for this');
    await setFault(page, null);
    await submitPost(page);
    await expectSent(page, 'No room for this');
    await expectLevel(page);
    expect(bench.server.posts(['No room for this'])).toHaveLength(1);
  });
});

describe('a database that does not open', () => {
  it('is told, with what waits in it, and opens again when it can', async () => {
    const { page, setOffline } = await annaInChat();
    await setOffline(true);
    await writePost(page, 'Behind a broken door');
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
    await setOffline(false);
    await expectSent(page, 'Behind a broken door');
  });

  it('is given up only when told to', async () => {
    const { page } = await annaInChat();
    await setFault(page, 'broken');
    await page.reload();
    await expectScreen(page, t('storage.failed_title'));
    await button(page, t('storage.anew')).click();
    await expectShown(page.getByRole('alertdialog').getByText(t('storage.anew_text')));
    await setFault(page, null);
    await confirm(page, t('storage.anew'));
    await page.goto('/#/home');
    await expectScreen(page, eventTitle);
    await expectLevel(page);
  });
});

describe('a browser that allows no storage', () => {
  it('is told, instead of an empty page', async () => {
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    const { page } = await bench.profile('blocked', blocked);
    await page.goto('/');
    await expectScreen(page, t('storage.failed_title'));
    await button(page, t('storage.retry')).click();
    await expectShown(page.getByRole('alert').filter({ hasText: t('storage.still_failed') }));
  });
});

describe('a database that the browser took away', () => {
  it('is told, and what had not been sent is named until the person has seen it', async () => {
    // Granting one right denies the others: without background sync no worker sends what is to be lost.
    const { page, setOffline } = await annaInChat({ permissions: ['notifications'] });
    await setOffline(true);
    await writePost(page, 'Taken by the browser');
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases).toContain(`event-companion-${bench.server.userId('anna')}`);
    await page.context().route('**/api/batch', (route) => route.abort());
    await setOffline(false);
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
    await expectGone(named(page));
    await page.reload();
    await expectLevel(page);
    await expectGone(named(page));
    expect(bench.server.posts(['Taken by the browser'])).toEqual([]);
  });
});
