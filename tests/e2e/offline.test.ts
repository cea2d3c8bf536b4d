import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { announcements } from '../../server/demo/announcements.ts';
import { scheduleEntries } from '../../server/demo/schedule.ts';
import { expectSent, expectWaiting, openChat, post, remove, reply, submitPost, tryNow, typePost, writePost } from './harness/chat.ts';
import { expectGone, expectLevel, expectOffline, expectScreen, expectShown, expectSoon, heading } from './harness/expectations.ts';
import { captivePortal, silentNetwork } from './harness/other-networks.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const headerPicture = '/images/events/1/event-header.png';

/** Signs Anna in and waits for all that an offline start needs. */
async function prepare(page: Page): Promise<void> {
  await page.goto('/');
  await signIn(page, 'anna');
  await expectLevel(page);
  await installed(page);
  // The worker fetches the header picture when it has taken over, beside all that.
  await expectSoon(() => page.evaluate(async (picture) => (await caches.match(picture)) !== undefined, headerPicture), true);
}

/** Goes through every screen and finds what the first load brought. */
async function expectEverything(page: Page): Promise<void> {
  await expectScreen(page, eventTitle);
  await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
  const picture = page.getByRole('main').locator(`img[src="${headerPicture}"]`);
  await expectSoon(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  await page.goto('/#/schedule');
  await expectSoon(() => page.getByRole('article').count(), scheduleEntries.length);
  await openChat(page);
  await expectSoon(
    () =>
      page
        .getByRole('list', { name: t('chat.list') })
        .locator('> li')
        .count(),
    10,
  );
  await page.goto('/#/chat/2');
  await expectShown(page.getByRole('link', { name: t('pagination.current', { page: 2 }) }));
  await page.goto('/#/announcements');
  await expectSoon(() => page.getByRole('article').count(), announcements.filter(({ active }) => active).length);
}

describe('without network', () => {
  it('everything of the first load is there, also after a reload', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await prepare(page);
    await setOffline(true);
    await expectOffline(page);
    await expectEverything(page);
    await page.goto('/#/home');
    await page.reload();
    await expectEverything(page);
    await expectOffline(page);
  });

  it('posts, replies and a reply to what is unsent wait with a clock; an own post can be deleted', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await prepare(page);
    await openChat(page);
    await writePost(page, 'Sent while there was network');
    await expectSent(page, 'Sent while there was network');
    await setOffline(true);
    await writePost(page, 'Written at the lake');
    await expectWaiting(page, 'Written at the lake');
    await reply(page, 'Written at the lake', 'Reply to what nobody has seen yet');
    await expectWaiting(page, 'Reply to what nobody has seen yet');
    await remove(page, 'Sent while there was network');
    await expectOffline(page, 3);
    await page.goto('/#/not-sent');
    await expectScreen(page, t('not_sent.title'));
    await expectShown(page.getByText('Written at the lake', { exact: true }));
    await expectShown(page.getByText('Reply to what nobody has seen yet', { exact: true }));
    await expectShown(page.getByText(t('command.posts.remove'), { exact: true }));
    await setOffline(false);
    await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
    const [parent, child, ...others] = bench.server.posts([
      'Written at the lake',
      'Reply to what nobody has seen yet',
      'Sent while there was network',
    ]);
    expect(others).toEqual([]);
    expect(child!.replyToId).toBe(parent!.id);
  });

  it('what was written and deleted without network never reaches the server', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await prepare(page);
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'On second thoughts');
    await remove(page, 'On second thoughts');
    await setOffline(false);
    await expectLevel(page);
    expect(bench.server.posts(['On second thoughts'])).toEqual([]);
  });
});

describe('with the server gone', () => {
  it('the app starts at once in a browser that was closed, and keeps what is written', async () => {
    const first = await bench.profile('restarted');
    await prepare(first.page);
    await first.context.close();
    await bench.killServer();

    const second = await bench.profile('restarted');
    await second.page.goto('/');
    await expectEverything(second.page);
    await openChat(second.page);
    await writePost(second.page, 'Written while the server was dead');
    await expectOffline(second.page, 1);
    await second.context.close();

    const third = await bench.profile('restarted');
    await third.page.goto('/#/chat');
    await expectWaiting(third.page, 'Written while the server was dead');
    await expectOffline(third.page, 1);
    await bench.restartServer();
    await third.page.bringToFront();
    await third.page.goto('/#/not-sent');
    await tryNow(third.page);
    await expectShown(third.page.getByText(t('not_sent.nothing'), { exact: true }));
    expect(bench.server.posts(['Written while the server was dead'])).toHaveLength(1);
  });

  it('a crash of the browser loses nothing that the screen has shown', async () => {
    const { page, context, setOffline } = await bench.profile('crashed');
    await prepare(page);
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Shown, so it is on the disk');
    await typePost(page, 'Half a sentence that');
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    const gone = context.waitForEvent('close');
    const session = await context.newCDPSession(page);
    await session.send('Browser.crash').catch(() => undefined);
    await gone;
    // A browser that starts with network wakes the service worker, which would send the post before the test looks.
    await bench.killServer();

    const again = await bench.profile('crashed');
    // The browser writes cookies to the disk only now and then: the session may be gone, what was written is not.
    await again.context.clearCookies();
    await again.page.goto('/#/chat');
    await expectWaiting(again.page, 'Shown, so it is on the disk');
    await expectSoon(() => again.page.getByLabel(t('chat_create.label'), { exact: true }).inputValue(), 'Half a sentence that');
    await submitPost(again.page);
    await expectWaiting(again.page, 'Half a sentence that');
    await bench.restartServer();
    await again.page.reload();
    await expectScreen(again.page, t('login.title'));
    await expectShown(again.page.getByText(t('login.unsent', { name: 'Anna Lindqvist', count: 2 })));
    await signIn(again.page, 'anna');
    await expectLevel(again.page);
    expect(bench.server.posts(['Shown, so it is on the disk', 'Half a sentence that'])).toHaveLength(2);
  });
});

describe('with a network that is none', () => {
  it('a captive portal counts as offline at once', async () => {
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
    } finally {
      await portal.close();
    }
    await bench.restartServer();
    await page.reload();
    await expectSent(page, 'Behind a sign-in page');
    expect(bench.server.posts(['Behind a sign-in page'])).toHaveLength(1);
  });

  it('a network that never answers counts as offline within seconds', async () => {
    const { page } = await bench.device({ worker: true });
    await prepare(page);
    await openChat(page);
    await bench.killServer();
    const silence = await silentNetwork(bench.server.port);
    try {
      await writePost(page, 'Into the silence');
      await expectWaiting(page, 'Into the silence');
      await expectOffline(page, 1, 20_000);
    } finally {
      await silence.close();
    }
    await bench.restartServer();
    await page.reload();
    await expectSent(page, 'Into the silence');
    await expectShown(post(page, 'Into the silence'));
    expect(bench.server.posts(['Into the silence'])).toHaveLength(1);
  });
});
