import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { passwordLogin, signInByApi } from './harness/api.ts';
import { button, confirm, expectSent, expectWaiting, openChat, post, typePost, writePost } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectHidden, expectIdle, expectLevel, expectScreen, expectShown, expectSoon, wasShown } from './harness/expectations.ts';
import { eventTitle, workerReady, loginOf, type Person, signIn, signInByForm, submitLogin } from './harness/people.ts';
import { cachedPictures, countCachedThumbnails } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { readDatabases } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const contents = (texts: readonly string[]): string[] => bench.server.posts(texts).map(({ content }) => content);

const databaseOf = (person: Person): string => `event-companion-${bench.server.userId(person)}`;

/** A device of a person with a complete mirror and all thumbnails. */
async function signedIn(person: Person, worker = false): Promise<Device> {
  const device = await bench.device({ worker });
  // The first request after the end of the session is refused, as it should be.
  device.watch.expect(/^Failed to load resource: .* 401 /);
  await signIn(device.page, person);
  await expectLevel(device.page);
  if (worker) await workerReady(device.page);
  const photos = bench.server.query('select id from photos').length;
  await expectSoon(() => countCachedThumbnails(device.page), photos, 30_000);
  return device;
}

async function logOut(page: Page): Promise<void> {
  await button(page, t('menu.open')).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('menu.logout') })
    .click();
}

async function refreshCookie({ context }: Device): Promise<string> {
  const cookies = await context.cookies(`${bench.server.origin}/api/users/refresh`);
  expect(cookies.length).toBeGreaterThan(0);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function refreshWith(cookie: string): Promise<number> {
  const { origin } = bench.server;
  return (await fetch(`${origin}/api/users/refresh`, { headers: { cookie, origin } })).status;
}

/** Returns the number of rows in the person's database, without the outbox and drafts. */
async function mirrored(page: Page, person: Person): Promise<number> {
  const database = databaseOf(person);
  const tables = (await readDatabases(page, { database }))[database] ?? {};
  const mirror = Object.entries(tables).filter(([name]) => !['outbox', 'drafts', 'meta'].includes(name));
  return mirror.flatMap(([, rows]) => rows).length;
}

/** Returns the names of everything that the browser stores for this origin; cookies are those that scripts can read. */
async function inventory(page: Page): Promise<{ caches: string[]; settings: string[]; databases: string[]; cookies: string }> {
  return page.evaluate(async () => ({
    caches: (await caches.keys()).toSorted(),
    settings: Object.keys(localStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted(),
    cookies: document.cookie,
  }));
}

/** Stores picture addresses as workers of earlier versions did; runs in the page. */
function leaveAddresses(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('workbox-expiration', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('cache-entries').put('/images/photos/a.webp', 'a'));
    opening.addEventListener('error', () => reject(opening.error!));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

describe('logging out', () => {
  it('leaves only the storage of a new device, whatever was opened before', async () => {
    const fresh = await bench.device({ worker: true });
    await fresh.page.goto('/');
    await workerReady(fresh.page);
    await expectScreen(fresh.page, t('login.title'));
    await fresh.page.reload();
    await expectScreen(fresh.page, t('login.title'));
    const { page } = await signedIn('anna', true);
    for (const [path, title] of [
      ['/pictures', t('photos.title')],
      ['/participants', t('participants.title')],
      ['/switch', t('eventSwitch.title')],
      ['/home', eventTitle],
    ] as const) {
      await page.goto(`/#${path}`);
      await expectScreen(page, title);
    }
    await expectSoon(async () => (await inventory(page)).caches.includes('header-pictures'), true);
    await page.evaluate(() => localStorage.setItem('photos-layout', 'grid'));
    expect(await inventory(page)).toMatchObject({ databases: ['event-companion', databaseOf('anna')], cookies: 'signed-in=1' });
    await page.evaluate(leaveAddresses);
    await logOut(page);
    await expectScreen(page, t('login.title'));
    await expectSoon(async () => inventory(page), await inventory(fresh.page));
  });

  it('succeeds at once when nothing is pending, and leaves neither data nor a session', async () => {
    const anna = await signedIn('anna');
    const { page } = anna;
    expect(await mirrored(page, 'anna')).toBeGreaterThan(0);
    const cookie = await refreshCookie(anna);
    await logOut(page);
    await expectScreen(page, t('login.title'));
    // The database is empty; the app does not wait until the browser has deleted it.
    expect(await mirrored(page, 'anna')).toBe(0);
    expect(await cachedPictures(page)).toEqual([]);
    await expectSoon(async () => Object.keys(await readDatabases(page)).includes(databaseOf('anna')), false);
    await expectSoon(() => refreshWith(cookie), 401);
    await page.reload();
    await expectScreen(page, t('login.title'));
  });

  it('asks about pending commands without network, signs other tabs out, and hides them from the next person', async () => {
    const anna = await signedIn('anna', true);
    const { page } = anna;
    const cookie = await refreshCookie(anna);
    const other = await anna.context.newPage();
    await openChat(other);
    await expectLevel(other);
    await openChat(page);
    await anna.setOffline(true);
    await writePost(page, 'Kept for my next sign-in');
    await expectWaiting(page, 'Kept for my next sign-in');
    await typePost(page, 'half a thought');
    await expectIdle(page);
    await logOut(page);
    await expectScreen(page, t('logout.title'));
    await expectShown(page.getByText(t('logout.unsent', { count: 1 }), { exact: true }));
    await expectShown(page.getByText(t('logout.drafts', { count: 1 }), { exact: true }));
    await button(page, t('logout.keep')).click();
    await expectScreen(page, t('login.title'));
    await expectShown(page.getByText(t('login.unsent', { name: 'Anna Lindqvist', count: 1 })));
    expect(await mirrored(page, 'anna')).toBe(0);
    await expectScreen(other, t('login.title'));
    await other.close();
    expect(await cachedPictures(page)).toEqual([]);

    const requests: string[] = [];
    anna.context.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await anna.setOffline(false);
    await signInByForm(page, 'ben');
    expect(requests.filter((path) => path.startsWith('/api/'))[0]).toBe('/api/users/logout');
    expect(await refreshWith(cookie)).toBe(401);
    await openChat(page);
    await expectLevel(page);
    await expectHidden(post(page, 'Kept for my next sign-in'));
    await writePost(page, 'Ben was here');
    await expectSent(page, 'Ben was here');
    await expectLevel(page);
    const ben = (await readDatabases(page, { database: databaseOf('ben') }))[databaseOf('ben')];
    expect(JSON.stringify(ben)).toContain('Ben was here');
    expect(JSON.stringify(ben)).not.toContain('Kept for my next sign-in');
    // The list of members is the only place with the addresses of other members (decision 15).
    const { participants, ...own } = ben ?? {};
    expect(participants?.length).toBeGreaterThan(0);
    expect(JSON.stringify(own)).not.toContain('anna@demo.example');
    expect(contents(['Kept for my next sign-in'])).toEqual([]);
    await logOut(page);
    await expectScreen(page, t('login.title'));

    await signInByForm(page, 'anna');
    await openChat(page);
    await expectSent(page, 'Kept for my next sign-in');
    await expectLevel(page);
    const sent = bench.server.posts(['Kept for my next sign-in']).map(({ authorId }) => authorId);
    expect(sent).toEqual([bench.server.userId('anna')]);
  });
});

describe('a session that was ended elsewhere', () => {
  it('leaves no data of others on the device, and pending commands are sent after the next sign-in', async () => {
    const { page, setOffline } = await signedIn('orga');
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Written without a session');
    const { password, email } = loginOf('orga');
    const elsewhere = await signInByApi(bench.server, 'orga');
    const changed = await elsewhere.call('POST', '/api/users/me/password', { oldPassword: password, newPassword: 'Seeufer-2026' });
    expect(changed.status).toBe(200);
    await setOffline(false);
    await expectScreen(page, t('login.title'));
    await expectShown(page.getByText(t('login.unsent', { name: 'Jonas Hartwig', count: 1 })));
    expect(await mirrored(page, 'orga')).toBe(0);
    expect(await cachedPictures(page)).toEqual([]);
    expect(contents(['Written without a session'])).toEqual([]);
    await submitLogin(page, email, 'Seeufer-2026');
    await expectScreen(page, eventTitle);
    await openChat(page);
    await expectSent(page, 'Written without a session');
    await expectLevel(page);
    expect(contents(['Written without a session'])).toHaveLength(1);
  });
});

describe('the data of a person', () => {
  it('is downloaded as one file, and erased on the device and on the server with the password', async () => {
    const ben = await signInByApi(bench.server, 'ben');
    await ben.call('POST', '/api/post', { content: 'To be taken along', event: 1 });
    const { page } = await signedIn('ben');
    await page.goto('/#/my-profile');
    const downloaded = page.waitForEvent('download');
    await button(page, t('own_data.download')).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe('event-companion.json');
    const data = (await json(await file.createReadStream())) as { users: { name: string }[]; posts: { content: string }[] };
    expect(data.users).toMatchObject([{ name: 'Ben Okafor' }]);
    expect(data.posts.map(({ content }) => content)).toContain('To be taken along');

    const database = databaseOf('ben');
    await button(page, t('own_data.leave')).click();
    const form = page.getByRole('form', { name: t('own_data.leave'), exact: true });
    await form.getByLabel(t('own_data.shared_delete'), { exact: true }).check();
    await form.getByLabel(t('login.password'), { exact: true }).fill(loginOf('ben').password);
    await button(form, t('own_data.leave_now')).click();
    await Promise.all([wasShown(page, t('own_data.left')), confirm(page, t('own_data.leave_now'))]);
    await expectScreen(page, t('login.title'));
    const left = await readDatabases(page);
    expect(Object.values(left[database] ?? {}).flat()).toEqual([]);
    expect(JSON.stringify(left)).not.toContain('Ben Okafor');
    expect(await cachedPictures(page)).toEqual([]);
    expect(contents(['To be taken along'])).toEqual([]);
    expect((await passwordLogin(bench.server.origin, loginOf('ben'))).status).toBe(401);
  });
});
