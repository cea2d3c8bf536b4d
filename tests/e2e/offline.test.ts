import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { times } from '../../contract/times.ts';
import { inTier } from '../setup/tier.ts';
import { announcements } from '../../server/demo/story/announcements.ts';
import { scheduleEntries } from '../../server/demo/story/schedule.ts';
import { expectSent, expectWaiting, openChat, postField, submitPost, typePost, writePost } from './harness/chat.ts';
import { crash, loseCookies } from './harness/device.ts';
import {
  expectGone,
  expectIdle,
  expectLevel,
  expectOffline,
  expectScreen,
  expectShown,
  expectSoon,
  heading,
} from './harness/expectations.ts';
import { captivePortal, silentNetwork } from './harness/other-networks.ts';
import { eventTitle, installed, signIn, signInByForm } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const headerPicture = '/images/events/1/event-header.png';

/** Signs Anna in and waits for all that an offline start needs. */
async function prepare(page: Page): Promise<void> {
  await signIn(page, 'anna');
  await expectLevel(page);
  await installed(page);
  // The worker fetches the header picture when it has taken over, beside all that.
  await expectSoon(() => page.evaluate(async (picture) => (await caches.match(picture)) !== undefined, headerPicture), true);
}

async function expectHeaderPicture(page: Page): Promise<void> {
  const picture = page.getByRole('main').locator(`img[src="${headerPicture}"]`);
  await expectSoon(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
}

/** Goes through every screen and finds what the first load brought. */
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
  it('everything of the first load is there after a reload', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await prepare(page);
    await setOffline(true);
    await expectOffline(page);
    await page.reload();
    await expectEverything(page);
    await expectOffline(page);
  });
});

describe('with the server gone', () => {
  it('the app starts in a browser that had crashed, with all of the first load and all that the screen had shown, and loses none of it', async () => {
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
    // The session may be gone, and what was written is not.
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

// The server's part is shown by unit tests and the simulation: here is what a browser writes down of a cookie, and when.
it.each(inTier({ gate: [], full: [3] }))(
  'with an empty battery a phone that dies soon after it was opened stays signed in and has all that it had, at start %i too',
  async (starts) => {
    const first = await bench.profile('battery');
    await prepare(first.page);
    // Closed in peace, it writes its cookies down.
    await first.context.close();
    for (let start = 1; start <= starts; start += 1) {
      // The cookie is to be renewed: it is older than a minute.
      bench.server.change('update sessions set handed_out_at = handed_out_at - ?', 2 * times.minute);
      const device = await bench.profile('battery');
      await device.page.goto('/');
      await expectLevel(device.page);
      await expectEverything(device.page);
      if (start < starts) await crash(device);
    }
  },
);

describe('with a network that is none', () => {
  it('a captive portal counts as offline, also for a start', async () => {
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
      // What the device holds is there before anything is asked.
      await expectSoon(() => portal.asked.includes('/api/users/refresh'), true);
      await expectOffline(page, 1);
      await expectGone(heading(page, t('login.title')));
      await page.goto('/#/home');
      await expectHeaderPicture(page);
      // A page for a picture is no picture, and is not kept as one.
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

  // The patience itself is played in src/sync/wire/request-timeout.test.ts.
  it.each(inTier({ gate: [], full: ['never answers'] }))(
    'a network that %s counts as offline when the patience of a request is out',
    async () => {
      const { page } = await bench.device();
      await page.clock.install();
      await signIn(page, 'anna');
      await expectLevel(page);
      await openChat(page);
      await bench.killServer();
      const silence = await silentNetwork(bench.server.port);
      try {
        await writePost(page, 'Into the silence');
        await expectSoon(() => silence.asked.includes('/api/batch'), true);
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
    },
  );
});
