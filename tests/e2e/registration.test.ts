import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { button } from './harness/chat.ts';
import { expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, submitLogin } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** The browser reports every refused request on the console. */
const refused = /^Failed to load resource: .* (401|404|410) .*\/api\/users\/(login|register)/;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fill(page: Page, email: string, password: string): Promise<void> {
  await field(page, t('register.email')).fill(email);
  await field(page, t('register.password')).fill(password);
  await field(page, t('register.confirm_password')).fill(password);
  await button(page, t('register.submit')).click();
}

describe('an invitation', () => {
  it('makes an account, signs in and opens at home', async () => {
    const { page, watch } = await bench.device();
    // What was asked for as the person logged out is refused, as it should be.
    watch.expect(/^Failed to load resource: .* 401 .*\/api\/sync/);
    await page.goto('/#code=DEMO-2026&email=nora%2Bcamp@example.org');
    await expectScreen(page, t('register.title'));
    await expectSoon(() => field(page, t('register.event_code')).inputValue(), 'DEMO-2026');
    await expectSoon(() => field(page, t('register.email')).inputValue(), 'nora+camp@example.org');
    await fill(page, ' nora+camp@example.org ', 'Seeufer-2026');
    await expectScreen(page, eventTitle);
    expect(new URL(page.url()).hash).toBe('#/home');
    await expectLevel(page);
    // Nobody is asked to join what they have just registered for.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.reload();
    await expectScreen(page, eventTitle);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectLevel(page);
    await page.goto('/#/logout');
    await expectScreen(page, t('login.title'));
    await submitLogin(page, 'nora+camp@example.org', 'Seeufer-2026');
    await expectScreen(page, eventTitle);
  });

  it('with a code that is none says so and keeps what was typed', async () => {
    const { page, watch } = await bench.device();
    watch.expect(refused);
    await page.goto('/');
    await page.getByRole('link', { name: t('login.register') }).click();
    await expectScreen(page, t('register.title'));
    await field(page, t('register.event_code')).fill('NOBODY-MADE-THIS');
    await fill(page, 'paula@example.org', 'Seeufer-2026');
    await expectShown(page.getByRole('alert').getByText(t('code_unknown', { ns: 'errors' })));
    await page.reload();
    await expectScreen(page, t('register.title'));
    await expectSoon(() => field(page, t('register.email')).inputValue(), 'paula@example.org');
    await expectSoon(() => field(page, t('register.event_code')).inputValue(), 'NOBODY-MADE-THIS');
  });

  it('for an address that has an account tells nothing of it', async () => {
    const { page, watch } = await bench.device();
    watch.expect(refused);
    await page.goto('/#code=DEMO-2026');
    await fill(page, 'anna@demo.example', 'Seeufer-2026');
    await expectShown(page.getByRole('alert').getByText(t('register.sign_in_instead')));
  });

  it('without network says so and keeps what was typed', async () => {
    const { page, setOffline } = await bench.device();
    await page.goto('/#code=DEMO-2026');
    await expectScreen(page, t('register.title'));
    await setOffline(true);
    await fill(page, 'quinn@example.org', 'Seeufer-2026');
    await expectShown(page.getByRole('alert').getByText(t('register.no_network')));
    await expectSoon(() => field(page, t('register.email')).inputValue(), 'quinn@example.org');
  });
});
