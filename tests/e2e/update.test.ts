import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainLockPrefix } from '#sync/device/worker-messages.ts';
import { button, expectSent, openChat, postField, typePost, writePost } from './harness/chat.ts';
import type { Device, DeviceOptions } from './harness/device.ts';
import { expectHidden, expectIdle, expectLevel, expectShown, expectSoon } from './harness/expectations.ts';
import { workerReady, signIn } from './harness/people.ts';
import { type RenewingProxy, renewingProxy } from './harness/network/renewing-proxy.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();
let proxy: RenewingProxy;

beforeAll(async () => {
  proxy = await renewingProxy(bench.server);
});

afterAll(() => proxy.close());

/** Anna's phone behind the proxy, ready for offline starts. */
async function annaInstalled(options: DeviceOptions = {}): Promise<Device> {
  const device = await bench.device({ worker: true, baseURL: proxy.origin, ...options });
  await signIn(device.page, 'anna');
  await expectLevel(device.page);
  await workerReady(device.page);
  return device;
}

const prompt = (page: Page) => page.getByRole('status').filter({ hasText: t('update.text') });
const agree = (page: Page): Promise<void> => button(prompt(page), t('update.button')).click();

/** Publishes a new version and makes the app check for it at once instead of within the hour. */
async function publish(page: Page): Promise<void> {
  proxy.publish('new');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expectShown(prompt(page));
}

const waitingVersion = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);

/** Marks the document of a page; a reload removes the mark. */
const mark = (page: Page): Promise<void> => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.matches('[data-marked]'));

/** Resolves when the page was loaded anew by the new version. */
async function expectTaken(page: Page): Promise<void> {
  await expectHidden(page.locator('html[data-marked]'));
  await workerReady(page);
  await expectLevel(page);
  expect(await waitingVersion(page)).toBe(false);
  await expectHidden(prompt(page));
}

describe('a new version', () => {
  it('is activated only when the person agrees, tab by tab, and keeps typed text', async () => {
    const { page, context } = await annaInstalled();
    const other = await context.newPage();
    await openChat(page);
    await typePost(page, 'Typed in the one tab');
    await expectIdle(page);
    await other.goto('/#/feedback');
    const feedback = other.getByLabel(t('feedback_simple.label'), { exact: true });
    await feedback.fill('Typed in the other tab');
    await expectIdle(other);
    await mark(other);
    await publish(page);
    await expectShown(prompt(other));
    await button(prompt(page), t('update.later')).click();
    await expectHidden(prompt(page));
    expect(await waitingVersion(page)).toBe(true);
    await page.reload();
    await mark(page);
    await agree(page);
    await expectTaken(page);
    await expectSoon(() => postField(page).inputValue(), 'Typed in the one tab');

    // Another tab activated it: this one keeps its page until its person agrees.
    await expectShown(prompt(other));
    expect([await isMarked(other), await feedback.inputValue()]).toEqual([true, 'Typed in the other tab']);
    await agree(other);
    await expectTaken(other);
    await expectSoon(() => feedback.inputValue(), 'Typed in the other tab');
  });

  it('never takes over during a drain', async () => {
    const { page, setOffline } = await annaInstalled({
      // Granting one permission denies the others. Without background sync the tab drains, and the old worker has nothing to finish.
      permissions: ['notifications'],
    });
    await openChat(page);
    await publish(page);
    await setOffline(true);
    await writePost(page, 'Sent while the app is renewed');
    const batch = proxy.hold('/api/batch');
    await setOffline(false);
    await batch.reached;
    await mark(page);
    await agree(page);
    // The update queues up behind the batch.
    const queued = () => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
    await expectSoon(queued, [`${drainLockPrefix}${bench.server.userId('anna')}`]);
    expect([await isMarked(page), await waitingVersion(page)]).toEqual([true, true]);
    batch.release();
    await expectTaken(page);
    await expectSent(page, 'Sent while the app is renewed');
    expect(bench.server.posts(['Sent while the app is renewed'])).toHaveLength(1);
  });
});
