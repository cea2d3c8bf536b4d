import { describe, expect, it } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { otherEvents } from '#server/demo/story/events.ts';
import { scheduleEntries } from '#server/demo/story/schedule.ts';
import { button } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectHidden, expectLevel, expectScreen, expectShown, expectSoon, heading, wasShown } from './harness/expectations.ts';
import { eventTitle, workerReady, loginOf, oneTimeCode, signIn, signInByForm, submitCode, submitLogin } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { pageTexts, t, texts } from './harness/texts.ts';

const bench = setUp();

/** An event behind a code; Ben is no member of it. */
const mill = otherEvents[0]!;

/** Expects no question to join. The app decides that before it draws the screen that is shown. */
async function expectNobodyAsked(page: Page): Promise<void> {
  expect(await page.evaluate(() => localStorage.getItem('join-code'))).toBeNull();
  expect(await page.getByRole('dialog').count()).toBe(0);
}

describe('signing in', () => {
  it('asks Tess for her second factor, opens the home screen with all data, and survives a reload', async () => {
    const { page, watch } = await bench.device();
    // The browser reports every refused request on the console.
    watch.expect(/^Failed to load resource: .* 401 .*\/api\/users\/tfa/);
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    const { email, password } = loginOf('tess');
    await submitLogin(page, email, password);
    await expectScreen(page, t('login.second_factor'));
    await submitCode(page, '000000');
    await expectShown(page.getByRole('alert').getByText(t('login_error_tfa')));
    await submitCode(page, oneTimeCode());
    await expectScreen(page, eventTitle);
    expect(new URL(page.url()).hash).toBe('#/home');
    await expectLevel(page);
    for (const title of [t('schedule_status.title'), t('announcements.title'), t('chat.recent')])
      await expectShown(page.getByRole('heading', { name: title, exact: true }));
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectLevel(page);
    await expectHidden(heading(page, t('login.title')));
  });
});

const cookiesOf = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies(`${bench.server.origin}/api/users/refresh`)).map(({ name }) => name);

/** Deletes everything except cookies while no page of the app is open, as a browser evicts an origin. */
async function evictAll({ page, context }: Device): Promise<void> {
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  const storageTypes = 'indexeddb,cache_storage,local_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin: bench.server.origin, storageTypes });
}

describe('a device without stored data', () => {
  it('asks for no session and shows no error on a first visit', async () => {
    const { page, context, watch } = await bench.device();
    const refused: string[] = [];
    const requests: string[] = [];
    context.on('request', (request) => requests.push(new URL(request.url()).pathname));
    context.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    // A sign-in waits for the start of the session, so the requests of the start are complete.
    await signInByForm(page, 'ben');
    expect(requests).toContain('/api/users/me');
    expect([refused, requests.filter((path) => path === '/api/users/refresh'), watch.take()]).toEqual([[], [], []]);
  });

  it('finds its session by itself when the browser has deleted all but the cookies', async () => {
    const device = await bench.device({ worker: true });
    const { page, context } = device;
    await signIn(page, 'ben');
    await expectLevel(page);
    await workerReady(page);
    await evictAll(device);
    expect(await cookiesOf(context)).toContain('signed-in');
    await page.goto('/');
    await expectScreen(page, eventTitle);
    await expectLevel(page);
  });

  it('does not find a session that was signed out without network, and revokes it', async () => {
    const device = await bench.device({ worker: true });
    const { page, context, setOffline } = device;
    await signIn(page, 'orga');
    await expectLevel(page);
    await workerReady(page);
    await setOffline(true);
    await button(page, t('menu.open')).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('menu.logout') })
      .click();
    await expectScreen(page, t('login.title'));
    await evictAll(device);
    await setOffline(false);
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    await expectSoon(() => cookiesOf(context), ['known-device']);
    const open = 'select id from sessions where user_id = ? and revoked_at is null';
    expect(bench.server.query(open, bench.server.userId('orga'))).toEqual([]);
  });
});

describe('a session that another client has continued', () => {
  it('ends when the app repeats its refresh with the ended cookie and the mark of the first refusal', async () => {
    const { page, context, watch } = await bench.device();
    watch.expect(/^Failed to load resource: .* (503|401) .*\/api\/users\/refresh/);
    await signIn(page, 'anna');
    await expectLevel(page);
    const before = await context.cookies(`${bench.server.origin}/api/users/refresh`);
    // The first start receives the successor; the second proves that it was stored.
    for (let openings = 0; openings < 2; openings += 1) {
      bench.server.change('update sessions set handed_out_at = handed_out_at - 120000');
      await page.reload();
      await expectLevel(page);
    }
    await context.addCookies(before);
    await page.reload();
    await expectScreen(page, t('login.title'));
    expect(bench.server.query('select id from sessions where user_id = ? and revoked_at is null', bench.server.userId('anna'))).toEqual([]);
  });
});

describe('the app', () => {
  it('has the language and colours of the phone until others are chosen, and shows event times next to those of the phone', async () => {
    const { page } = await bench.device({ language: 'de', colorScheme: 'light', timezoneId: 'America/New_York' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/');
    await expectScreen(page, texts.de('login.title'));
    await signIn(page, 'anna');
    await expectShown(page.getByRole('heading', { name: texts.de('chat.recent'), exact: true }));

    await page.goto('/#/schedule');
    await expectScreen(page, texts.de('schedule.title'));
    await expectSoon(() => page.getByRole('article').count(), scheduleEntries.length);
    const [first] = bench.server.query<{ startDate: string; endDate: string }>(
      'select start_date as startDate, end_date as endDate from schedule_entries where event_id = 1 order by start_date limit 1',
    );
    const clock = (instant: string, timeZone: string): string =>
      new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
    const card = page.getByRole('article').first();
    await expectShown(card.getByText(clock(first!.startDate, 'Europe/Berlin'), { exact: true }));
    const there = [first!.startDate, first!.endDate].map((instant) => clock(instant, 'America/New_York')).join(' – ');
    await expectShown(card.getByText(texts.de('schedule.your_time', { time: there }), { exact: true }));

    const light = await background();
    await button(page, texts.de('profile.open')).click();
    await page.getByLabel(texts.de('profile.theme_dark'), { exact: true }).check();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await button(page, 'English').click();
    await expectShown(heading(page, t('schedule.title')));
    await page.reload();
    await expectScreen(page, t('schedule.title'));
    await expectSoon(() => page.locator('html').getAttribute('lang'), 'en');
    expect(await background()).toBe(dark);
    await button(page, t('profile.open')).click();
    await page.getByLabel(t('profile.theme_auto'), { exact: true }).check();
    await expectSoon(background, light);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectSoon(background, dark);
  });
});

describe('the list of events', () => {
  it('opens without network, explains that switching needs it, and leads back to a stored event quickly', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    const card = (title: string) => page.getByRole('article', { name: title, exact: true });
    const goTo = async (title: string): Promise<void> => {
      await card(title)
        .getByRole('button', { name: t('switchCard.switch') })
        .click();
    };
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await setOffline(true);
    await page.goto('/#/switch');
    await goTo(mill.title);
    await expectShown(card(mill.title).getByText(t('switchCard.no_network')));
    await setOffline(false);
    await goTo(mill.title);
    await expectScreen(page, mill.title);
    await expectLevel(page);
    await page.goto('/#/schedule');
    await expectShown(page.getByRole('article').filter({ hasText: 'Arbeitsgruppen' }));
    await page.evaluate(() => performance.clearResourceTimings());
    await page.goto('/#/switch');
    await goTo(eventTitle);
    await expectScreen(page, eventTitle);
    await expectLevel(page);
    const news = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname === '/api/sync')
        .map(({ decodedBodySize }) => decodedBodySize),
    );
    expect(Math.max(...news)).toBeGreaterThan(0);
    // Dating data is stored nowhere, so it is loaded anew.
    expect(Math.max(...news)).toBeLessThan(5_000);
    await page.goto('/#/chat');
    await expectShown(page.getByRole('article').first());
  });
});

describe('an invitation', () => {
  it('creates an account, signs in and opens the home screen without asking to join again', async () => {
    const { page } = await bench.device();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await page.goto('/#code=DEMO-2026&email=nora%2Bcamp@example.org');
    await expectScreen(page, t('register.title'));
    expect(await field(t('register.event_code')).inputValue()).toBe('DEMO-2026');
    expect(await field(t('register.email')).inputValue()).toBe('nora+camp@example.org');
    await field(t('register.password')).fill('Seeufer-2026');
    await field(t('register.confirm_password')).fill('Seeufer-2026');
    await button(page, t('register.submit')).click();
    await expectScreen(page, eventTitle);
    expect(new URL(page.url()).hash).toBe('#/home');
    await expectNobodyAsked(page);
    await expectLevel(page);
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectNobodyAsked(page);
    await expectLevel(page);
  });

  it('is kept for a signed-in user without network and over a restart, then joins and loads the event', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'ben');
    await expectLevel(page);
    await workerReady(page);
    await setOffline(true);
    await page.goto(`/#code=%20${mill.code}%20`);
    const waiting = page.getByRole('dialog', { name: t('switch_overlay.title'), exact: true });
    await expectShown(waiting.getByText(t('switch_overlay.no_network')));
    expect(new URL(page.url()).hash).toBe('#/home');
    await page.reload();
    await expectShown(waiting.getByText(t('switch_overlay.no_network')));
    await setOffline(false);
    await button(waiting, t('switch_overlay.try_again')).click();
    const overlay = page.getByRole('dialog', { name: mill.title, exact: true });
    await expectShown(overlay.getByText(mill.description));
    await expectShown(overlay.getByText(t('switch_overlay.stays', { title: eventTitle })));
    const join = button(overlay, t('switch_overlay.join'));
    await Promise.all([wasShown(page, t('switch_overlay.joined', { title: mill.title })), join.click()]);
    await expectHidden(overlay);
    await expectScreen(page, mill.title);
    await expectLevel(page);
    await setOffline(true);
    await page.reload();
    await expectScreen(page, mill.title);
    await expectNobodyAsked(page);
    await page.goto('/#/schedule');
    await expectShown(page.getByRole('article').filter({ hasText: 'Arbeitsgruppen' }));
    // This screen's texts are in a catalogue of their own.
    await page.goto('/#/faq');
    await expectScreen(page, pageTexts.en('faq.title'));
  });
});
