import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expectScreen, expectShown, expectSoon } from '../harness/expectations.ts';
import { eventTitle, submitLogin } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const email = 'nora@example.org';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the latest mail to Nora on the demo's page of mails, and follows its link. */
async function followMail(page: Page, subject: string): Promise<void> {
  const found = page.getByRole('link', { name: `${email} – ${subject}` }).first();
  // The mail leaves a moment after the answer to the request that causes it.
  await expectSoon(async () => {
    await page.goto('/api/mails');
    return found.count();
  }, 1);
  await found.click();
  await page.getByRole('link', { name: /token=/ }).click();
}

it('the demo’s mails verify an address and set a new password on another device', async () => {
  const { page, watch } = await bench.device();
  // The new password ends the session of this device.
  watch.expect(/^Failed to load resource: .* 401 /);
  await page.goto('/#code=DEMO-2026');
  await expectScreen(page, t('register.title'));
  await field(page, t('register.email')).fill(email);
  await field(page, t('register.password')).fill('Seeufer-2026');
  await field(page, t('register.confirm_password')).fill('Seeufer-2026');
  await page.getByRole('button', { name: t('register.submit'), exact: true }).click();
  await expectScreen(page, eventTitle);
  await page.goto('/#/my-profile');
  await expectShown(page.getByText(t('profile.email_unverified', { email })));

  await followMail(page, 'Confirm your email address');
  await expectShown(page.getByText('Email verified successfully!'));
  await expectScreen(page, t('profile.my_profile'));
  await expectShown(page.getByText(t('profile.email_verified', { email })));
  expect(page.url()).not.toContain('token');

  const other = await bench.device();
  await other.page.goto('/');
  await other.page.getByRole('link', { name: t('login.forgot') }).click();
  await expectScreen(other.page, t('forgot_password.title'));
  await field(other.page, t('register.email')).fill(email);
  await other.page.getByRole('button', { name: t('forgot_password.submit') }).click();
  await expectShown(other.page.getByText(t('forgot_password.sent', { email })));
  await followMail(other.page, 'Your new password');
  await expectScreen(other.page, t('reset_password.title'));
  await expectSoon(() => other.page.url().includes('token'), false);
  await field(other.page, t('password.new')).fill('Waldrand-2026');
  await field(other.page, t('password.confirm')).fill('Waldrand-2026');
  await other.page.getByRole('button', { name: t('password.submit') }).click();
  await expectScreen(other.page, t('login.title'));
  await submitLogin(other.page, email, 'Waldrand-2026');
  await expectScreen(other.page, eventTitle);
  // The earlier session has ended.
  await expectScreen(page, t('login.title'));
});

it('an address with the token before the # opens its screen too', async () => {
  const { page, watch } = await bench.device();
  watch.expect(/^Failed to load resource: .* 410 .*\/api\/users\/verify-email/);
  await page.goto('/verify-email?token=made-up');
  await expectScreen(page, t('verify_email.title'));
  await expectSoon(() => new URL(page.url()).hash, '#/verify-email');
  expect(new URL(page.url()).search).toBe('');
});
