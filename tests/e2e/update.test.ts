import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { contractVersion } from '../../contract/version.ts';
import { signInByApi } from './harness/api.ts';
import { button, expectSent, openChat, typePost, writePost } from './harness/chat.ts';
import type { Device, DeviceOptions } from './harness/device.ts';
import { expectGone, expectLevel, expectShown, expectSoon } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { type RenewingProxy, renewingProxy } from './harness/renewing-proxy.ts';
import type { EventServer } from './harness/server.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();
let proxy: RenewingProxy;

beforeAll(async () => {
  proxy = await renewingProxy(bench.server);
});

afterAll(() => proxy.close());

/** A phone on the way through the proxy, whose pages note when another worker took them over. */
async function phone(options: DeviceOptions = {}): Promise<Device> {
  const device = await bench.device({ worker: true, baseURL: proxy.origin, ...options });
  await device.context.addInitScript(() => {
    // There is none on the empty page that each tab begins with.
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const note = (): void => document.documentElement.setAttribute('data-taken-over', '');
    if (container?.controller) container.addEventListener('controllerchange', note);
  });
  return device;
}

/** Anna's phone, ready for offline starts. */
async function annaInstalled(options: DeviceOptions = {}): Promise<Device> {
  const device = await phone(options);
  await signIn(device.page, 'anna');
  await expectLevel(device.page);
  await installed(device.page);
  return device;
}

/** Looks for a new version, which the app does by itself every hour. */
async function look(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

const prompt = (page: Page) => page.getByRole('status').filter({ hasText: t('update.text') });

const waitingVersion = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);

/** Whether the page comes from another version than the one that serves it, or will. */
const isBehind = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { controller } = navigator.serviceWorker;
    return registration?.waiting !== null || registration.active !== controller || document.documentElement.matches('[data-taken-over]');
  });

/** A page that is on its way for longer than this (ms) is given up, as a person would; the app itself does so after twenty seconds. */
const patience = 40_000;

/**
 * Resolves on the page that the new version has loaded. Chromium stops the old worker first; where a request of the page starts it again
 * at that very moment, or somebody looks into it as Playwright does, the change waits until the page is gone, and now and then so does the
 * page that the app loads anew after five seconds. So a person who waits in vain reloads.
 */
async function expectTaken(page: Page, reloaded: Promise<unknown>): Promise<void> {
  await reloaded.catch(() => undefined);
  await expectSoon(
    async () => {
      // A page that is on its way answers nothing.
      const behind = await Promise.race([isBehind(page), setTimeout(patience, true)]);
      // The app may be about to do the same.
      if (behind) await page.reload().catch(() => undefined);
      return behind;
    },
    false,
    90_000,
  );
  await installed(page);
}

/** Agrees to the new version. */
async function take(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load', { timeout: patience });
  await Promise.all([button(prompt(page), t('update.button')).click(), expectTaken(page, reloaded)]);
}

describe('a new version', () => {
  it('is offered, and taken only when the person agrees; what was typed is kept', async () => {
    const { page } = await annaInstalled();
    await openChat(page);
    await typePost(page, 'Unfinished while the app was');
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    proxy.publish('new');
    await look(page);
    await expectShown(prompt(page));
    await expectSoon(() => page.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'Unfinished while the app was');
    await button(prompt(page), t('update.later')).click();
    await expectGone(prompt(page));
    await expectSoon(() => waitingVersion(page), true);

    await page.reload();
    await expectShown(prompt(page));
    await take(page);
    await expectSoon(() => page.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'Unfinished while the app was');
    await expectGone(prompt(page));
  });

  it('that one tab takes is offered in the other, which keeps what it shows', async () => {
    const { page, context } = await annaInstalled();
    const other = await context.newPage();
    await openChat(other);
    await typePost(other, 'Typed in the other tab');
    await expectSoon(async () => (await readTable(other, bench.server.userId('anna'), 'drafts')).length, 1);
    proxy.publish('newer');
    await look(page);
    await expectShown(prompt(page));
    await expectShown(prompt(other));
    await take(page);
    await expectLevel(page);
    await expectSoon(() => other.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'Typed in the other tab');
    await expectShown(prompt(other));
    await take(other);
    await expectSoon(() => other.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'Typed in the other tab');
  });

  it('never takes over in the middle of a drain', async () => {
    const { page, setOffline } = await annaInstalled({
      // Granting one right denies the others: without background sync it is the tab that drains, and the old worker has nothing to end.
      permissions: ['notifications'],
    });
    await openChat(page);
    proxy.publish('newest');
    await look(page);
    await expectShown(prompt(page));
    await setOffline(true);
    await writePost(page, 'Sent while the app is renewed');
    const batch = proxy.hold('/api/batch');
    await setOffline(false);
    await batch.reached;
    await button(prompt(page), t('update.button')).click();
    const navigation = page.waitForRequest((request) => request.isNavigationRequest(), { timeout: 1_000 });
    await expect(navigation).rejects.toThrow('Timeout');
    await expectSoon(() => waitingVersion(page), true);
    const reloaded = page.waitForEvent('load', { timeout: patience });
    batch.release();
    await expectTaken(page, reloaded);
    await expectSent(page, 'Sent while the app is renewed');
    await expectLevel(page);
    expect(bench.server.posts(['Sent while the app is renewed'])).toHaveLength(1);
  });

  it('is looked for at once when the server speaks of what this one does not know', async () => {
    const { page } = await annaInstalled();
    proxy.publish('ahead');
    proxy.speak(contractVersion + 1);
    // Any answer says so; this asks for one.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectShown(prompt(page));
    proxy.speak();
    await take(page);
    await expectLevel(page);
  });

  it('that is taken in the middle of a first load goes on with it, and loses nothing', async () => {
    await fill(bench.server);
    const { page } = await phone();
    const load = proxy.stall('/api/sync');
    await signIn(page, 'anna');
    await load.reached;
    await installed(page);
    await openChat(page);
    await writePost(page, 'Written in the middle of the load');
    await expectSent(page, 'Written in the middle of the load');
    const mirrored = (): Promise<number> => readTable(page, bench.server.userId('anna'), 'posts').then(({ length }) => length);
    expect(await mirrored()).toBeLessThan(bench.server.posts().length);
    proxy.publish('in the middle');
    await look(page);
    await expectShown(prompt(page));
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/sync') asked.push(searchParams.has('cursor') ? 'on' : 'anew');
    });
    await take(page);
    load.release();
    await expectLevel(page);
    await expectSoon(mirrored, bench.server.posts().length);
    expect(asked[0]).toBe('on');
    expect(asked).not.toContain('anew');
    expect(bench.server.posts(['Written in the middle of the load'])).toHaveLength(1);
  });
});

/** More posts than two pages of the feed hold. */
async function fill(server: EventServer): Promise<void> {
  const api = await signInByApi(server, 'ben');
  const calls = Array.from({ length: limits.batchCalls }, (_, index) => {
    const key = randomUUID();
    return { key, lane: key, method: 'POST', path: '/api/post', body: { content: `Post ${index}` } };
  });
  expect((await api.call('POST', '/api/batch', { calls })).status).toBe(200);
}
