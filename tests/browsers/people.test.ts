import { expect } from 'vitest';
import { pictureCaches } from '#sync/device/picture-caches.ts';
import { renewingProxy } from '../e2e/harness/network/renewing-proxy.ts';
import type { EventServer } from '../e2e/harness/server.ts';
import type { Person as Login } from '../e2e/harness/people.ts';
import { t } from '../e2e/harness/texts.ts';
import { engineNames } from './driver/engine.ts';
import { waitForSentPost, waitForPendingPost, submitPost, typePost, writePost } from './harness/chat.ts';
import type { Person } from './harness/person.ts';
import { fillRoom, freeRoom } from './harness/room.ts';
import { play } from './harness/stage.ts';

/** Fails unless the server has each of these posts exactly once, by this author. */
function expectOnce(server: EventServer, author: Login, ...texts: string[]): void {
  const stored = server.posts(texts).map(({ authorId, content }) => `${authorId}: ${content}`);
  expect(stored.toSorted()).toEqual(texts.map((text) => `${server.userId(author)}: ${text}`).toSorted());
}

async function arrive(person: Person, login: Login): Promise<void> {
  await person.open('/');
  await person.signIn(login);
}

/** Signs out and keeps the pending commands for the next sign-in. */
async function signOutAndKeep(person: Person): Promise<void> {
  await person.tap('button', t('menu.open'));
  await person.tap('link', t('menu.logout'), '[role=dialog]');
  await person.sees(t('logout.unsent', { count: 1 }));
  await person.tap('button', t('logout.keep'));
  await person.finds('heading', t('login.title'));
}

play(engineNames, 'shows posts of two windows in both, sends them once after an outage, and signs both out', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const phone = await start('phone');
  const first = await open(phone);
  await arrive(first, 'anna');
  await first.hasWorker();
  const second = await open(phone);
  await second.openScreen('chat');
  await first.openScreen('chat');
  await typePost(first, 'From the one window');
  // The draft is stored and does not appear in the field of the other window.
  await first.isIdle();
  await submitPost(first, 'From the one window');
  await second.sees('From the one window');
  await second.has(t('chat_create.label'), '');

  expectErrors();
  await server.stop('SIGKILL');
  await writePost(second, 'From the other window, offline');
  await first.sees('From the other window, offline');
  await writePost(first, 'From the one window, offline');
  await second.sees('From the one window, offline');
  await server.start();
  for (const person of [first, second]) {
    await person.isLevel();
    await person.doesNotSee(t('chat_item.waiting'));
  }
  expectOnce(server, 'anna', 'From the one window', 'From the other window, offline', 'From the one window, offline');

  await first.tap('button', t('menu.open'));
  await first.tap('link', t('menu.logout'), '[role=dialog]');
  await first.finds('heading', t('login.title'));
  await second.finds('heading', t('login.title'));
});

play(engineNames, 'keeps a pending post when its author signs out offline, and sends it after the next sign-in', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const phone = await start('phone');
  const before = await open(phone);
  await arrive(before, 'anna');
  await before.hasWorker();
  await before.openScreen('chat');
  expectErrors();
  await server.stop('SIGKILL');
  await writePost(before, 'Kept for the next time');
  await signOutAndKeep(before);
  await before.sees(t('login.unsent', { name: 'Anna Lindqvist', count: 1 }));
  await phone.close();

  const after = await open(await start('phone'));
  await after.open('/');
  await after.sees(t('login.unsent', { name: 'Anna Lindqvist', count: 1 }));
  await server.start();
  await after.signIn('anna');
  await waitForSentPost(after, 'Kept for the next time');
  expectOnce(server, 'anna', 'Kept for the next time');
});

play(engineNames, 'hides the pending commands of a person from the next person on the device', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const person = await open(await start('phone'));
  await arrive(person, 'anna');
  await person.hasWorker();
  await person.openScreen('chat');
  expectErrors();
  await server.stop('SIGKILL');
  await writePost(person, 'For nobody else');
  await signOutAndKeep(person);
  await server.start();

  await person.signIn('ben');
  await person.openScreen('chat');
  await writePost(person, 'Ben was here');
  await person.isLevel();
  await person.doesNotSee('For nobody else');
  expectOnce(server, 'ben', 'Ben was here');
  expect(server.posts(['For nobody else'])).toEqual([]);
  await person.tap('button', t('menu.open'));
  await person.tap('link', t('menu.logout'), '[role=dialog]');
  await person.finds('heading', t('login.title'));

  await person.signIn('anna');
  await waitForSentPost(person, 'For nobody else');
  await person.sees('Ben was here');
  expectOnce(server, 'anna', 'For nobody else');
});

play(engineNames, 'activates a new version when the person agrees, and keeps typed text', async ({ server, start, open }) => {
  const proxy = await renewingProxy(server);
  try {
    const person = await open(await start('phone'), proxy.origin);
    await arrive(person, 'anna');
    await person.hasWorker();
    await person.openScreen('chat');
    await typePost(person, 'Typed before the update');
    await person.isIdle();
    await person.window.run(() => document.documentElement.setAttribute('data-before', ''));
    const isBefore = (): Promise<boolean> => person.window.run(() => document.documentElement.matches('[data-before]'));
    const isVersionWaiting = (): Promise<boolean> =>
      person.window.run(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);

    proxy.publish('new');
    // Makes the app check for an update at once instead of within the hour.
    await person.window.run(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await person.sees(t('update.text'));
    expect([await isBefore(), await isVersionWaiting()]).toEqual([true, true]);

    await person.tap('button', t('update.button'), '[role=status]');
    await person.isDrawn('html:not([data-before])');
    await person.hasWorker();
    await person.finds('heading', t('chat.title'));
    expect(await isVersionWaiting()).toBe(false);
    await person.doesNotSee(t('update.text'));
    await person.has(t('chat_create.label'), 'Typed before the update');
    await submitPost(person, 'Typed before the update');
    await person.isLevel();
    expectOnce(server, 'anna', 'Typed before the update');
  } finally {
    await proxy.close();
  }
});

play(engineNames, 'starts and writes without a server in a private window, and leaves nothing on the device', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const inPrivate = await start('phone', { isPrivate: true });
  const person = await open(inPrivate);
  await arrive(person, 'anna');
  await person.hasWorker();
  expectErrors();
  await server.stop('SIGKILL');
  await person.window.reload();
  await person.openScreen('chat');
  await writePost(person, 'Written in private');
  await person.window.reload();
  await waitForPendingPost(person, 'Written in private');
  await server.start();
  await person.isLevel();
  await waitForSentPost(person, 'Written in private');
  expectOnce(server, 'anna', 'Written in private');
  await inPrivate.close();

  const next = await open(await start('phone'));
  await next.open('/');
  await next.finds('heading', t('login.title'));
  expect(await next.window.run(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    `event-companion-${server.userId('anna')}`,
  );
});

play(engineNames, 'writes and sends without service workers while it is open, and at its next start', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const first = await start('phone', { hasNoWorkers: true });
  const before = await open(first);
  await arrive(before, 'anna');
  expect(await before.window.run(() => 'serviceWorker' in navigator)).toBe(false);
  await before.openScreen('chat');
  expectErrors();
  await server.stop('SIGKILL');
  await writePost(before, 'Sent while it is open');
  await server.start();
  await before.isLevel();
  await before.doesNotSee(t('chat_item.waiting'));
  expectOnce(server, 'anna', 'Sent while it is open');

  await server.stop('SIGKILL');
  await writePost(before, 'Sent at the next start');
  await before.isIdle();
  await first.close();
  await server.start();
  const after = await open(await start('phone', { hasNoWorkers: true }));
  await after.open('/');
  await after.isLevel();
  await waitForSentPost(after, 'Sent at the next start');
  expectOnce(server, 'anna', 'Sent while it is open', 'Sent at the next start');
});

play(engineNames, 'explains that the data cannot be opened when site data is blocked', async ({ start, open, expectErrors }) => {
  expectErrors();
  const person = await open(await start('phone', { blocksSiteData: true }));
  await person.open('/');
  await person.finds('heading', t('storage.failed_title'));
  await person.tap('button', t('storage.retry'));
  await person.sees(t('storage.still_failed'));
  await person.finds('heading', t('storage.failed_title'));
});

/** The quota (bytes) of the app on a small device. */
const room = 16 * 1_048_576;

/**
 * Fills the storage and writes posts until one is rejected: an engine may free storage at any time. Returns the accepted posts; the
 * rejected one is still in its form.
 */
async function writeUntilFull(person: Person): Promise<{ readonly accepted: readonly string[]; readonly refused: string }> {
  const accepted: string[] = [];
  for (let number = 1; number <= 20; number += 1) {
    const text = `Written at the limit, ${number}`;
    await person.window.run(fillRoom, 'filled', Object.values(pictureCaches), 2 * room);
    await typePost(person, text);
    await person.tap('button', t('chat_create.submit'));
    if ((await person.seesOneOf(t('chat_create.error'), text)) !== text) return { accepted, refused: text };
    accepted.push(text);
  }
  throw new Error('the device was never full');
}

play(engineNames, 'keeps every post shown as saved when the storage is full, and rejects one that does not fit', async (stage) => {
  const { server, start, open, expectErrors } = stage;
  const first = await start('phone', { room });
  const before = await open(first);
  await arrive(before, 'anna');
  await before.hasWorker();
  await before.openScreen('chat');
  expectErrors();
  await server.stop('SIGKILL');
  await writePost(before, 'Saved with room');
  const { accepted, refused } = await writeUntilFull(before);
  await before.sees(t('storage.full'));
  await before.doesNotSee(t('storage.lost'));
  await before.has(t('chat_create.label'), refused);
  await before.window.run(freeRoom, 'filled');
  await submitPost(before, refused);
  await before.isIdle();

  await before.window.run(fillRoom, 'filled', Object.values(pictureCaches), 2 * room);
  await first.close();
  const saved = ['Saved with room', ...accepted, refused];
  const after = await open(await start('phone', { room }));
  await after.openScreen('chat');
  for (const text of saved) await after.sees(text);
  await after.finds('link', `${t('sync.offline')}, ${t('sync.waiting', { count: saved.length })}`, 'header');
  await server.start();
  await after.window.run(freeRoom, 'filled');
  await after.isLevel();
  for (const text of saved) await waitForSentPost(after, text);
  expectOnce(server, 'anna', ...saved);
});
