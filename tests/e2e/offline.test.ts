import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { times } from '#contract/times.ts';
import { announcements } from '#server/demo/story/organiser-texts.ts';
import { scheduleEntries } from '#server/demo/story/schedule.ts';
import { expectSent, expectWaiting, openChat, postField, submitPost, typePost, writePost } from './harness/chat.ts';
import { crash, loseCookies } from './harness/device.ts';
import {
  expectHidden,
  expectIdle,
  expectLevel,
  expectOffline,
  expectScreen,
  expectShown,
  expectSoon,
  heading,
} from './harness/expectations.ts';
import { captivePortal, silentNetwork } from './harness/network/other-networks.ts';
import { eventTitle, workerReady, signIn, signInByForm } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** Signs Anna in and waits for everything that an offline start needs. */
async function prepare(page: Page): Promise<void> {
  await signIn(page, 'anna');
  await expectLevel(page);
  await workerReady(page);
  // The worker fetches the header picture only after it has taken control.
  await expectSoon(
    () => page.evaluate(async () => (await (await caches.open('pictures')).keys()).some(({ url }) => url.includes('/images/headers/'))),
    true,
  );
}

async function expectHeaderPicture(page: Page): Promise<void> {
  const picture = page.getByRole('main').locator('img[src^="/images/headers/"]');
  await expectSoon(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
}

/** Goes through every screen and expects the data of the first load. */
async function expectEverything(page: Page): Promise<void> {
  await expectScreen(page, eventTitle);
  await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
  await expectHeaderPicture(page);
  await page.goto('/#/schedule');
  await expectSoon(() => page.getByRole('article').count(), scheduleEntries.length);
  await openChat(page);
  const threads = page.getByRole('list', { name: t('chat.list') }).locator('> li');
  await expectSoon(() => threads.count(), 10);
  await page.goto('/#/chat/2');
  await expectShown(page.getByRole('link', { name: t('pagination.current', { page: 2 }) }));
  await page.goto('/#/announcements');
  await expectSoon(() => page.getByRole('article').count(), announcements.filter(({ active }) => active).length);
}

describe('without network', () => {
  it('a reload shows all data of the first load', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await prepare(page);
    await setOffline(true);
    await expectOffline(page);
    await page.reload();
    await expectEverything(page);
    await expectOffline(page);
  });
});

describe('without a server', () => {
  it('the app starts after a crash with all loaded data and everything that the screen had shown', async () => {
    const first = await bench.profile('crashed');
    await prepare(first.page);
    await openChat(first.page);
    await first.setOffline(true);
    await writePost(first.page, 'Shown, so it is on the disk');
    await typePost(first.page, 'Half a sentence that');
    await expectIdle(first.page);
    await crash(first);
    // A browser that starts with network wakes the service worker, which would send the post before the test looks.
    await bench.killServer();

    const second = await bench.profile('crashed');
    const { page } = second;
    // A lost session must not lose pending commands.
    await loseCookies(second);
    await page.goto('/');
    await expectEverything(page);
    await openChat(page);
    await expectWaiting(page, 'Shown, so it is on the disk');
    await expectSoon(() => postField(page).inputValue(), 'Half a sentence that');
    await submitPost(page);
    await expectWaiting(page, 'Half a sentence that');
    await expectOffline(page, 2);
    await bench.restartServer();
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    await expectShown(page.getByText(t('login.unsent', { name: 'Anna Lindqvist', count: 2 })));
    await signInByForm(page, 'anna');
    await expectLevel(page);
    expect(bench.server.posts(['Shown, so it is on the disk', 'Half a sentence that'])).toHaveLength(2);
  });
});

// Unit tests and the simulation cover the server. This test covers when a browser writes a cookie to the disk.
it('a phone that loses power soon after each of three starts stays signed in and keeps its data', async () => {
  const starts = 3;
  const first = await bench.profile('battery');
  await prepare(first.page);
  // An orderly close writes the cookies to the disk.
  await first.context.close();
  for (let start = 1; start <= starts; start += 1) {
    // Makes the cookie older than a minute, so that the start renews it.
    bench.server.change('update sessions set handed_out_at = handed_out_at - ?', 2 * times.minute);
    const device = await bench.profile('battery');
    await device.page.goto('/');
    await expectLevel(device.page);
    await expectEverything(device.page);
    if (start < starts) await crash(device);
  }
});

describe('on a network without internet', () => {
  it('a captive portal counts as offline, also at a start', async () => {
    const { page } = await bench.device({ worker: true });
    await prepare(page);
    await openChat(page);
    await bench.killServer();
    const portal = await captivePortal(bench.server.port);
    try {
      await writePost(page, 'Behind a sign-in page');
      await expectWaiting(page, 'Behind a sign-in page');
      await expectOffline(page, 1);
      await page.reload();
      await expectWaiting(page, 'Behind a sign-in page');
      // The screen shows stored data before any request.
      await expectSoon(() => portal.requests.includes('/api/users/refresh'), true);
      await expectOffline(page, 1);
      await expectHidden(heading(page, t('login.title')));
      await page.goto('/#/home');
      await expectHeaderPicture(page);
      // An HTML page in place of a picture is neither shown nor cached as one.
      await page.goto('/#/pictures');
      await page.locator('main article a').first().click();
      await expectShown(page.getByRole('dialog').getByText(t('picture_view.no_network')));
    } finally {
      await portal.close();
    }
    await bench.restartServer();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const whole = page.getByRole('dialog').locator('img:not([src*="-small"])');
    await expectSoon(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await openChat(page);
    await expectSent(page, 'Behind a sign-in page');
    expect(bench.server.posts(['Behind a sign-in page'])).toHaveLength(1);
  });

  // src/sync/wire/request-timeout.test.ts tests the timeout itself.
  it('a network that never answers counts as offline after the request timeout', async () => {
    const { page } = await bench.device();
    await page.clock.install();
    await signIn(page, 'anna');
    await expectLevel(page);
    await openChat(page);
    await bench.killServer();
    const silence = await silentNetwork(bench.server.port);
    try {
      await writePost(page, 'Into the silence');
      await expectSoon(() => silence.requests.includes('/api/batch'), true);
      await page.clock.fastForward(times.requestTimeout);
      await expectOffline(page, 1);
      await expectWaiting(page, 'Into the silence');
    } finally {
      await silence.close();
    }
    await bench.restartServer();
    await page.reload();
    await expectSent(page, 'Into the silence');
    await expectLevel(page);
    expect(bench.server.posts(['Into the silence'])).toHaveLength(1);
  });
});
