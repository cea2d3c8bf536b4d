import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { syncEvents } from '../../contract/endpoints.ts';
import {
  button,
  expectSent,
  expectWaiting,
  openChat,
  post,
  postField,
  remove,
  reply,
  submitPost,
  typePost,
  writePost,
} from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectGone, expectLevel, expectShown, expectSoon } from './harness/expectations.ts';
import { installed, type Person, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { expectAllSent, queuedByWorkbox, readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';
import { dispatchSync } from './harness/wake-up.ts';

const bench = setUp();

const outbox = (page: Page, person: Person): Promise<unknown[]> => readTable(page, bench.server.userId(person), 'outbox');

/** Resolves with a phone that listens to the server: by itself it asks only every five minutes from then on, longer than any wait here. */
async function inChat(person: Person): Promise<Device> {
  const device = await bench.device({ worker: true });
  const listens = device.page.waitForResponse((response) => new URL(response.url()).pathname === syncEvents.path);
  await Promise.all([listens, signIn(device.page, person)]);
  await expectLevel(device.page);
  await installed(device.page);
  await openChat(device.page);
  return device;
}

/** Takes a tab to a page of this origin that is not the app, so that nothing but the service worker can send. */
async function besideTheApp({ watch }: Device, page: Page): Promise<void> {
  watch.expect(/^Failed to load resource: .* 404 .*\/favicon\.ico$/);
  await page.goto('/healthz');
}

const contents = (texts: readonly string[]): string[] => bench.server.posts(texts).map(({ content }) => content);

describe('with network', () => {
  it('a post shows on another device as soon as it is sent, and so does its deletion', async () => {
    const [anna, ben] = await Promise.all([inChat('anna'), inChat('ben')]);
    await writePost(anna.page, 'Who has the football?');
    await expectShown(post(ben.page, 'Who has the football?'));
    await reply(ben.page, 'Who has the football?', 'It is in the barn');
    await expectShown(post(anna.page, 'It is in the barn'));
    await expectSent(anna.page, 'Who has the football?');
    await remove(anna.page, 'Who has the football?');
    await expectGone(post(ben.page, 'It is in the barn'));
    await expectLevel(anna.page);
    expect(contents(['Who has the football?', 'It is in the barn'])).toEqual([]);
  });
});

describe('when the network is back', () => {
  it('everything arrives once and in order, and another device shows it without a reload', async () => {
    const [anna, ben] = await Promise.all([inChat('anna'), inChat('ben')]);
    await anna.setOffline(true);
    const posts = ['First of five', 'Second of five', 'Third of five', 'Fourth of five', 'Fifth of five'];
    for (const text of posts) await writePost(anna.page, text);
    const replies = ['First reply', 'Second reply', 'Third reply'];
    for (const text of replies) await reply(anna.page, 'Second of five', text);
    await expectWaiting(anna.page, 'Third reply');
    expect(contents([...posts, ...replies])).toEqual([]);

    await anna.setOffline(false);
    await expectShown(post(ben.page, 'Fifth of five'));
    await expectShown(post(ben.page, 'Third reply'));
    await expectLevel(anna.page);
    expect(contents(posts)).toEqual(posts);
    expect(contents(replies)).toEqual(replies);
    const [parent] = bench.server.posts(['Second of five']);
    expect(new Set(bench.server.posts(replies).map(({ replyToId }) => replyToId))).toEqual(new Set([parent!.id]));
    await expectSoon(() => outbox(anna.page, 'anna'), []);
    await expectSoon(() => queuedByWorkbox(anna.page), 0);
  });

  it('two tabs of one browser send it once', async () => {
    const { page, context, setOffline } = await inChat('anna');
    const other = await context.newPage();
    await openChat(other);
    await setOffline(true);
    await writePost(page, 'From the one tab');
    await expectWaiting(other, 'From the one tab');
    await reply(other, 'From the one tab', 'From the other tab');
    await expectWaiting(page, 'From the other tab');
    await setOffline(false);
    for (const tab of [page, other]) {
      await expectSent(tab, 'From the one tab');
      await expectSent(tab, 'From the other tab');
    }
    expect(contents(['From the one tab', 'From the other tab'])).toEqual(['From the one tab', 'From the other tab']);
  });
});

describe('with the app closed', () => {
  it('the service worker sends when the network is back', async () => {
    const anna = await inChat('anna');
    const { page, context, setOffline } = anna;
    await setOffline(true);
    await writePost(page, 'Written before the app was closed');
    await reply(page, 'Written before the app was closed', 'And its reply');
    const witness = await context.newPage();
    await page.close();
    await setOffline(false);
    await expectSoon(
      () => contents(['Written before the app was closed', 'And its reply']),
      ['Written before the app was closed', 'And its reply'],
    );
    await besideTheApp(anna, witness);
    await expectSoon(() => outbox(witness, 'anna'), []);
    await expectSoon(() => queuedByWorkbox(witness), 0);
  });

  it('the service worker sends at every sync event', async () => {
    const anna = await inChat('anna');
    const { page, context, watch } = anna;
    watch.expect(/^Failed to load resource: .* 503 .*\/api\/batch/);
    await context.route('**/api/batch', (route) =>
      route.fulfill({ status: 503, headers: { 'x-event-companion': '1', 'retry-after': '1' } }),
    );
    await writePost(page, 'Left behind in the outbox');
    await expectWaiting(page, 'Left behind in the outbox');
    await besideTheApp(anna, page);
    await context.unroute('**/api/batch');
    await expectSoon(async () => {
      await dispatchSync(context, page);
      return contents(['Left behind in the outbox']).length;
    }, 1);
    await expectSoon(() => outbox(page, 'anna'), []);
    await expectSoon(() => queuedByWorkbox(page), 0);
  });
});

describe('when something dies half-way', () => {
  it('a server killed in the middle of a drain has everything once in the end', async () => {
    const { page, setOffline } = await inChat('anna');
    await setOffline(true);
    const posts = Array.from({ length: 12 }, (_, index) => `Before the power cut ${index + 1}`);
    for (const text of posts) await writePost(page, text);
    const sending = page.context().waitForEvent('request', (request) => request.url().endsWith('/api/batch'));
    await setOffline(false);
    await sending;
    await bench.killServer();
    await bench.restartServer();
    await page.reload();
    await expectAllSent(page, bench.server.userId('anna'));
    await expectLevel(page);
    expect(contents(posts)).toEqual(posts);
  });

  it('an answer that is lost after the commit doubles nothing', async () => {
    const { page, context, setOffline } = await inChat('anna');
    await setOffline(true);
    await writePost(page, 'Saved, but nobody heard');
    let lost = 0;
    const committed = Promise.withResolvers<void>();
    await context.route('**/api/batch', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await bench.killServer();
      await route.abort();
      committed.resolve();
    });
    await setOffline(false);
    await committed.promise;
    expect(contents(['Saved, but nobody heard'])).toHaveLength(1);
    await expectWaiting(page, 'Saved, but nobody heard');
    await bench.restartServer();
    await page.reload();
    await expectSent(page, 'Saved, but nobody heard');
    await expectLevel(page);
    expect(contents(['Saved, but nobody heard'])).toHaveLength(1);
    await expectSoon(() => outbox(page, 'anna'), []);
  });

  it('a reload in the middle of a write leaves the post or the draft', async () => {
    const { page, setOffline } = await inChat('anna');
    await setOffline(true);
    await typePost(page, 'Reloaded while it was being saved');
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    const loaded = page.waitForEvent('load');
    await button(page, t('chat_create.submit')).evaluate((submit: HTMLButtonElement) => {
      submit.click();
      location.reload();
    });
    await loaded;
    await expectShown(page.getByRole('list', { name: t('chat.list') }));
    const isWritten = await post(page, 'Reloaded while it was being saved').isVisible();
    if (!isWritten) {
      // The form opens first, and then reads what was typed in it.
      await expectSoon(() => postField(page).inputValue(), 'Reloaded while it was being saved');
      await submitPost(page);
    }
    await setOffline(false);
    await expectSent(page, 'Reloaded while it was being saved');
    await expectLevel(page);
    expect(contents(['Reloaded while it was being saved'])).toHaveLength(1);
  });
});
