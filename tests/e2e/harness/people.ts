import type { Page } from 'playwright-core';
import { TOTP } from 'otpauth';
import { demoLogins, emailOf } from '#server/demo/story/people.ts';
import type { Language } from '#contract/languages.ts';
import { expectScreen } from './expectations.ts';
import { texts } from './texts.ts';

export type Person = 'admin' | 'orga' | 'anna' | 'ben' | 'tess';

export const eventTitle = 'Camp Kranichsee';

export function loginOf(person: Person): { email: string; password: string } {
  const login = demoLogins.find(({ email }) => email === emailOf(person));
  if (!login) throw new Error(`no demo login for ${person}`);
  return login;
}

/** Returns the one-time code (RFC 6238) of the account that has a second factor. */
export function oneTimeCode(): string {
  const secret = demoLogins.find(({ totpSecret }) => totpSecret !== undefined)?.totpSecret;
  return new TOTP({ secret: secret! }).generate();
}

export async function submitLogin(page: Page, email: string, password: string, language: Language = 'en'): Promise<void> {
  const t = texts[language];
  // The sign-in screen of a first visit has the same fields.
  await page.locator('#last-screen').waitFor({ state: 'detached' });
  await page.getByLabel(t('login.username'), { exact: true }).fill(email);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

export async function submitCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(texts.en('login.token'), { exact: true }).fill(code);
  await page.getByRole('button', { name: texts.en('login.verify'), exact: true }).click();
}

/** Opens the app with a session that was created by a request; resolves on the home screen, whose heading is the event's title. */
export async function signIn(page: Page, person: Person, title = eventTitle): Promise<void> {
  const { request } = page.context();
  const hello = await request.get('/api/users/me');
  const { csrfToken } = (await hello.json()) as { csrfToken: string };
  const { email, password } = loginOf(person);
  const headers = { origin: new URL(hello.url()).origin };
  const answer = await request.post('/api/users/login', { headers, data: { email, password, csrfToken } });
  if (!answer.ok()) throw new Error(`${person} was not let in: ${answer.status()} ${await answer.text()}`);
  await page.goto('/');
  await expectScreen(page, title);
}

/** Signs in by the form, and opens the app first if needed; resolves on the home screen. */
export async function signInByForm(page: Page, person: Person, language: Language = 'en', title = eventTitle): Promise<void> {
  const { email, password } = loginOf(person);
  if (!page.url().startsWith('http')) await page.goto('/');
  await submitLogin(page, email, password, language);
  await expectScreen(page, title);
}

/** Resolves when the installed service worker serves this page, shell and texts included. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}
