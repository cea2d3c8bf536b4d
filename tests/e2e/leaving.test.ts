import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, confirm, expectSent, expectWaiting, openChat, post, typePost, writePost } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { installed, type Person, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { readDatabases, readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const contents = (texts: readonly string[]): string[] => bench.server.posts(texts).map(({ content }) => content);

async function signedIn(person: Person): Promise<Device> {
  const device = await bench.device({ worker: true });
  // After a logout the next question for a session is refused, as it should be.
  device.watch.expect(/^Failed to load resource: .* 401 /);
  await signIn(device.page, person);
  await expectLevel(device.page);
  await installed(device.page);
  return device;
}

/** Opens the screen that logs out, by its menu entry. */
async function logOut(page: Page): Promise<void> {
  await button(page, t('menu.open')).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('menu.logout') })
    .click();
}

/** The cookie that opens a session without a password. */
async function refreshCookie({ context }: Device): Promise<string> {
  const cookies = await context.cookies(`${bench.server.origin}/api/users/refresh`);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** What the server says to a cookie. */
async function refreshWith(cookie: string): Promise<number> {
  const { origin } = bench.server;
  return (await fetch(`${origin}/api/users/refresh`, { headers: { cookie, origin } })).status;
}

/** Rows that the device still holds of somebody, by table, other than the outbox and unfinished texts. */
async function mirrored(page: Page, person: Person): Promise<number> {
  const tables = (await readDatabases(page))[`event-companion-${bench.server.userId(person)}`] ?? {};
  const mirror = Object.entries(tables).filter(([name]) => !['outbox', 'drafts', 'meta'].includes(name));
  return mirror.flatMap(([, rows]) => rows).length;
}

describe('logging out', () => {
  it('with nothing unsent is done at once, and leaves nothing on the device', async () => {
    const anna = await signedIn('anna');
    const cookie = await refreshCookie(anna);
    expect(await refreshWith(cookie)).toBe(200);
    await logOut(anna.page);
    await expectScreen(anna.page, t('login.title'));
    // Nothing is in it any more; that it goes away itself is not waited for by the app.
    const own = `event-companion-${bench.server.userId('anna')}`;
    expect(await mirrored(anna.page, 'anna')).toBe(0);
    await expectSoon(async () => Object.keys(await readDatabases(anna.page)).includes(own), false);
    await expectSoon(() => refreshWith(cookie), 401);
    await anna.page.reload();
    await expectScreen(anna.page, t('login.title'));
  });

  it('signs the other tabs out as well', async () => {
    const { page, context } = await signedIn('anna');
    const other = await context.newPage();
    await openChat(other);
    await logOut(page);
    await expectScreen(page, t('login.title'));
    await expectScreen(other, t('login.title'));
  });

  it('asks about what is unsent, and staying changes nothing', async () => {
    const { page, setOffline } = await signedIn('anna');
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Should I stay');
    await typePost(page, 'or should I go');
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    await logOut(page);
    await expectScreen(page, t('logout.title'));
    await expectShown(page.getByText(t('logout.unsent', { count: 1 }), { exact: true }));
    await expectShown(page.getByText(t('logout.drafts', { count: 1 }), { exact: true }));
    await page.getByRole('link', { name: t('logout.stay'), exact: true }).click();
    await openChat(page);
    await expectWaiting(page, 'Should I stay');
  });

  it('can send first, and says where that did not work', async () => {
    const { page, setOffline } = await signedIn('anna');
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Last words before leaving');
    await logOut(page);
    await button(page, t('logout.send')).click();
    await expectShown(page.getByText(t('logout.still_unsent', { count: 1 }), { exact: true }));
    await bench.killServer();
    await setOffline(false);
    await bench.restartServer();
    await button(page, t('logout.send')).click();
    await expectScreen(page, t('login.title'));
    expect(contents(['Last words before leaving'])).toHaveLength(1);
  });

  it('can throw away what is unsent', async () => {
    const { page, setOffline } = await signedIn('anna');
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Better left unsaid');
    await logOut(page);
    await button(page, t('logout.discard')).click();
    await confirm(page, t('logout.discard'));
    await expectScreen(page, t('login.title'));
    await expectGone(page.getByText(t('login.unsent_title')));
    await setOffline(false);
    await signIn(page, 'anna');
    await expectLevel(page);
    await openChat(page);
    await expectGone(post(page, 'Better left unsaid'));
    expect(contents(['Better left unsaid'])).toEqual([]);
  });
});

describe('logging out without network', () => {
  it('ends the session on the server before anybody signs in again', async () => {
    const anna = await signedIn('anna');
    const cookie = await refreshCookie(anna);
    expect(await refreshWith(cookie)).toBe(200);
    await anna.setOffline(true);
    await logOut(anna.page);
    await expectScreen(anna.page, t('login.title'));
    expect(await mirrored(anna.page, 'anna')).toBe(0);
    const asked: string[] = [];
    anna.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await anna.setOffline(false);
    await signIn(anna.page, 'ben');
    expect(asked.filter((path) => path.startsWith('/api/'))[0]).toBe('/api/users/logout');
    expect(await refreshWith(cookie)).toBe(401);
    await expectLevel(anna.page);
  });

  it('is told to the server by the next start of the app, too', async () => {
    const anna = await signedIn('anna');
    await anna.setOffline(true);
    await logOut(anna.page);
    await expectScreen(anna.page, t('login.title'));
    const open = 'select id from sessions where user_id = ? and revoked_at is null';
    const sessions = bench.server.query(open, bench.server.userId('anna')).length;
    await anna.setOffline(false);
    await anna.page.reload();
    await expectScreen(anna.page, t('login.title'));
    await expectSoon(() => bench.server.query(open, bench.server.userId('anna')).length, sessions - 1);
  });
});

describe('somebody else on the same phone', () => {
  it('sees nothing of the first person, whose kept post is sent under their own name later', async () => {
    const { page, setOffline } = await signedIn('anna');
    await openChat(page);
    await setOffline(true);
    await writePost(page, 'Kept for my next sign-in');
    await logOut(page);
    await button(page, t('logout.keep')).click();
    await expectScreen(page, t('login.title'));
    await expectShown(page.getByText(t('login.unsent', { name: 'Anna Lindqvist', count: 1 })));
    expect(await mirrored(page, 'anna')).toBe(0);
    await setOffline(false);

    await signIn(page, 'ben');
    await expectLevel(page);
    await openChat(page);
    await expectGone(post(page, 'Kept for my next sign-in'));
    await writePost(page, 'Ben was here');
    await expectSent(page, 'Ben was here');
    const ben = (await readDatabases(page))[`event-companion-${bench.server.userId('ben')}`];
    expect(JSON.stringify(ben)).not.toContain('Kept for my next sign-in');
    // The list of members is the one place where members have each other's addresses (decision 15).
    const { participants, ...own } = ben ?? {};
    expect(participants?.length).toBeGreaterThan(0);
    expect(JSON.stringify(own)).not.toContain('anna@demo.example');
    expect(contents(['Kept for my next sign-in'])).toEqual([]);
    await logOut(page);
    await expectScreen(page, t('login.title'));

    await signIn(page, 'anna');
    await openChat(page);
    await expectSent(page, 'Kept for my next sign-in');
    await expectLevel(page);
    const [sent, ...others] = bench.server.posts(['Kept for my next sign-in']);
    expect(others).toEqual([]);
    expect(sent!.authorId).toBe(bench.server.userId('anna'));
  });
});
