import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inTier } from '../setup/tier.ts';
import { expectSent, expectWaiting, openChat, post, remove, reply, writePost } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectHidden, expectLevel, expectShown, expectSoon } from './harness/expectations.ts';
import { workerReady, type Person, signIn } from './harness/people.ts';
import { type PhoneOptions, setUp } from './harness/set-up.ts';
import { queuedByWorkbox, readTable } from './harness/storage.ts';

const bench = setUp();

async function inChat(person: Person, options: PhoneOptions = {}): Promise<Device> {
  const device = await bench.device(options);
  await signIn(device.page, person);
  await expectLevel(device.page);
  await openChat(device.page);
  return device;
}

const contents = (texts: readonly string[]): string[] => bench.server.posts(texts).map(({ content }) => content);

it('a post appears on another device at once, and posts written without network arrive once and in order', async () => {
  const [anna, ben] = await Promise.all([inChat('anna'), inChat('ben')]);
  await writePost(anna.page, 'Who has the football?');
  await expectShown(post(ben.page, 'Who has the football?'));
  await reply(ben.page, 'Who has the football?', 'It is in the barn');
  await expectShown(post(anna.page, 'It is in the barn'));
  await expectSent(anna.page, 'Who has the football?');
  await remove(anna.page, 'Who has the football?');
  await expectHidden(post(ben.page, 'It is in the barn'));

  await anna.setOffline(true);
  const posts = ['First of three', 'Second of three', 'Third of three'];
  for (const text of posts) await writePost(anna.page, text);
  const replies = ['First reply', 'Second reply'];
  for (const text of replies) await reply(anna.page, 'Second of three', text);
  await expectWaiting(anna.page, 'Second reply');
  await writePost(anna.page, 'On second thoughts');
  await remove(anna.page, 'On second thoughts');
  expect(contents([...posts, ...replies])).toEqual([]);

  await anna.setOffline(false);
  await expectShown(post(ben.page, 'Third of three'));
  await expectShown(post(ben.page, 'Second reply'));
  await expectLevel(anna.page);
  expect(contents(posts)).toEqual(posts);
  expect(contents(replies)).toEqual(replies);
  expect(contents(['Who has the football?', 'It is in the barn', 'On second thoughts'])).toEqual([]);
  const [parent] = bench.server.posts(['Second of three']);
  expect(new Set(bench.server.posts(replies).map(({ replyToId }) => replyToId))).toEqual(new Set([parent!.id]));
});

it.each(inTier({ gate: [], full: ['two tabs of one browser send a post once'] }))('%s', async () => {
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
    await expectLevel(tab);
    await expectSent(tab, 'From the one tab');
    await expectSent(tab, 'From the other tab');
  }
  expect(contents(['From the one tab', 'From the other tab'])).toEqual(['From the one tab', 'From the other tab']);
});

it('the service worker sends pending commands when the network is back and the app is closed', async () => {
  const { page, context, watch, setOffline } = await inChat('anna', { wholeBrowser: true, worker: true });
  await workerReady(page);
  await setOffline(true);
  await writePost(page, 'Written before the app was closed');
  await reply(page, 'Written before the app was closed', 'And its reply');
  const witness: Page = await context.newPage();
  await page.close();
  await setOffline(false);
  const texts = ['Written before the app was closed', 'And its reply'];
  await expectSoon(() => contents(texts), texts);
  // A page of this origin that is not the app, so that only the worker can have sent.
  watch.expect(/^Failed to load resource: .* 404 .*\/favicon\.ico$/);
  await witness.goto('/healthz');
  await expectSoon(() => readTable(witness, bench.server.userId('anna'), 'outbox'), []);
  await expectSoon(() => queuedByWorkbox(witness), 0);
});
