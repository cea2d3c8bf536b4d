import { describe, expect, it } from 'vitest';
import { announcements } from '../../server/demo/announcements.ts';
import { scheduleEntries } from '../../server/demo/schedule.ts';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, heading } from './harness/expectations.ts';
import { eventTitle, loginOf, oneTimeCode, signIn, submitCode, submitLogin } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t, texts } from './harness/texts.ts';

const bench = setUp();

/** The browser reports every refused request on the console. */
const refusedLogin = /^Failed to load resource: .* (401|429) .*\/api\/users\/(login|tfa)/;

describe('signing in', () => {
  it('shows the event to Anna on her phone', async () => {
    const { page } = await bench.device();
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    await signIn(page, 'anna');
    expect(new URL(page.url()).hash).toBe('#/home');
    await expectLevel(page);
    await expectShown(page.getByRole('heading', { name: t('schedule_status.title'), exact: true }));
    await expectShown(page.getByRole('heading', { name: t('announcements.title'), exact: true }));
    await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));

    await page.goto('/#/schedule');
    await expectScreen(page, t('schedule.title'));
    await expectSoon(() => page.getByRole('article').count(), scheduleEntries.length);

    await page.goto('/#/chat');
    await expectScreen(page, t('chat.title'));
    const threads = bench.server.posts().filter(({ replyToId }) => replyToId === null).length;
    await expectShown(page.getByText(t('chat.count', { count: threads }), { exact: true }));
    await expectShown(page.getByRole('navigation', { name: t('pagination.label') }));

    await page.goto('/#/announcements');
    await expectScreen(page, t('announcements.title'));
    const active = announcements.filter(({ active }) => active).map(({ title }) => title);
    await expectSoon(() => page.getByRole('article').getByRole('heading').allTextContents(), active.toReversed());
  });

  it('keeps Anna signed in over a reload', async () => {
    const { page } = await bench.device();
    await signIn(page, 'anna');
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectGone(heading(page, t('login.title')));
  });

  it('says what is missing and what is wrong', async () => {
    const { page, watch } = await bench.device();
    watch.expect(refusedLogin);
    await page.goto('/');
    await submitLogin(page, '', '');
    await expectShown(page.getByText(t('login.missing_username')));
    await expectShown(page.getByText(t('login.missing_password')));
    await submitLogin(page, loginOf('anna').email, 'Wrong-Password-1');
    await expectShown(page.getByRole('alert').getByText(t('login_error_username_password')));
    await submitLogin(page, 'nobody@demo.example', 'Wrong-Password-1');
    await expectShown(page.getByRole('alert').getByText(t('login_error_username_password')));
  });

  it('shows the password when asked to', async () => {
    const { page } = await bench.device();
    await page.goto('/');
    const field = page.getByLabel(t('login.password'), { exact: true });
    await field.fill('Secret-1');
    await expectSoon(() => field.getAttribute('type'), 'password');
    await button(page, t('login.show_password')).click();
    await expectSoon(() => field.getAttribute('type'), 'text');
    await button(page, t('login.hide_password')).click();
    await expectSoon(() => field.getAttribute('type'), 'password');
  });

  it('asks Tess for her second factor', async () => {
    const { page, watch } = await bench.device();
    watch.expect(refusedLogin);
    const { email, password } = loginOf('tess');
    await page.goto('/');
    await submitLogin(page, email, password);
    await expectScreen(page, t('login.second_factor'));
    await submitCode(page, '000000');
    await expectShown(page.getByRole('alert').getByText(t('login_error_tfa')));
    await submitCode(page, oneTimeCode());
    await expectScreen(page, eventTitle);
  });

  it('lets Tess go back from the second step', async () => {
    const { page } = await bench.device();
    const { email, password } = loginOf('tess');
    await page.goto('/');
    await submitLogin(page, email, password);
    await button(page, t('login.back')).click();
    await expectScreen(page, t('login.title'));
  });

  it('stops guesses at one account and says for how long', async () => {
    const { page, watch } = await bench.device();
    watch.expect(refusedLogin);
    await page.goto('/');
    const minutes = t('login.too_many', { minutes: '' }).split('  ')[0]!;
    const refused = page.getByRole('alert').getByText(minutes);
    for (let guess = 1; guess <= 6; guess++) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/users/login'));
      await submitLogin(page, loginOf('ben').email, `Guess-${guess}`);
      await answered;
      await expectShown(button(page, t('login.submit')));
    }
    await expectShown(refused);
  });
});

describe('language', () => {
  it('changes to German and back, and is remembered', async () => {
    const { page } = await bench.device();
    await signIn(page, 'anna');
    await button(page, t('profile.open')).click();
    await button(page, 'Deutsch').click();
    await expectShown(page.getByRole('heading', { name: texts.de('chat.recent'), exact: true }));
    await expectSoon(() => page.locator('html').getAttribute('lang'), 'de');
    await page.reload();
    await expectShown(page.getByRole('heading', { name: texts.de('chat.recent'), exact: true }));
    await button(page, texts.de('profile.open')).click();
    await button(page, 'English').click();
    await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
    await expectSoon(() => page.locator('html').getAttribute('lang'), 'en');
  });

  it('is that of the phone at first', async () => {
    const { page } = await bench.device({ language: 'de' });
    await page.goto('/');
    await expectScreen(page, texts.de('login.title'));
    await signIn(page, 'anna');
    await expectShown(page.getByRole('heading', { name: texts.de('chat.recent'), exact: true }));
  });
});

describe('appearance', () => {
  it('is light, dark or as the phone, and is remembered', async () => {
    const { page } = await bench.device({ colorScheme: 'light' });
    await signIn(page, 'anna');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await button(page, t('profile.open')).click();
    await page.getByLabel(t('profile.theme_dark'), { exact: true }).check();
    await expect.poll(background, { timeout: 10_000 }).not.toBe(light);
    const dark = await background();
    await page.reload();
    await expectScreen(page, eventTitle);
    expect(await background()).toBe(dark);
    await button(page, t('profile.open')).click();
    await page.getByLabel(t('profile.theme_auto'), { exact: true }).check();
    await expectSoon(background, light);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectSoon(background, dark);
  });
});

describe('times', () => {
  it('stand in the event’s zone, with the phone’s beside them where they differ', async () => {
    const { page } = await bench.device({ timezoneId: 'America/New_York' });
    await signIn(page, 'anna');
    await page.goto('/#/schedule');
    const [first] = bench.server.query<{ startDate: string; endDate: string }>(
      'select start_date as startDate, end_date as endDate from schedule_entries where event_id = 1 order by start_date limit 1',
    );
    const clock = (instant: string, timeZone: string): string =>
      new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
    const card = page.getByRole('article').first();
    await expectShown(card.getByText(clock(first!.startDate, 'Europe/Berlin'), { exact: true }));
    const there = [first!.startDate, first!.endDate].map((instant) => clock(instant, 'America/New_York')).join(' – ');
    await expectShown(card.getByText(t('schedule.your_time', { time: there }), { exact: true }));
  });
});
