import type { Page } from 'playwright-core';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { button, confirm } from '../harness/chat.ts';
import { iPhone } from '../harness/device.ts';
import { expectHidden, expectLevel, expectScreen, expectShown, expectSoon, wasShown } from '../harness/expectations.ts';
import { eventTitle, loginOf, signIn, submitCode, submitLogin } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const { email, password } = loginOf('anna');

async function openProfile(page: Page): Promise<void> {
  await page.goto('/#/my-profile');
  await expectScreen(page, t('profile.my_profile'));
}

/** Logs out through the list of devices, where this device is the first, and signs in again with name and password. */
async function comeBack(page: Page): Promise<void> {
  await openProfile(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('menu.logout'), exact: true })
    .click();
  await expectScreen(page, t('login.title'));
  await submitLogin(page, email, password);
  await expectScreen(page, t('login.second_factor'));
}

describe('the account', () => {
  it('turns on a second factor, signs in with a code and a recovery code, and signs another device out', async () => {
    const { page, watch } = await bench.device();
    await signIn(page, 'anna');
    const other = await bench.device({ userAgent: iPhone });
    // The first request after the end of the session is refused, as it should be.
    for (const each of [watch, other.watch]) each.expect(/^Failed to load resource: .* 401 /);
    await signIn(other.page, 'anna');
    await openProfile(other.page);
    await expectShown(other.page.getByText(t('second_factor.off_text')));

    await openProfile(page);
    await button(page, t('second_factor.turn_on')).click();
    const form = page.getByRole('form', { name: t('second_factor.turn_on'), exact: true });
    await form.getByLabel(t('login.password'), { exact: true }).fill(password);
    await button(form, t('second_factor.continue')).click();
    await expectShown(form.getByRole('img', { name: t('second_factor.qr'), exact: true }));
    const key = await form.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    const codes = new TOTP({ secret: key.replaceAll(' ', '') });
    await form.getByLabel(t('login.token'), { exact: true }).fill(codes.generate());
    await button(form, t('second_factor.turn_on')).click();
    const card = page.getByRole('region', { name: t('second_factor.title'), exact: true });
    await expectShown(card.getByRole('heading', { name: t('second_factor.codes_title') }));
    const [recoveryCode = ''] = await card.getByRole('listitem').allInnerTexts();
    expect(await card.getByRole('listitem').count()).toBe(10);
    await button(card, t('second_factor.kept')).click();
    await expectShown(card.getByText(t('second_factor.codes_left', { count: 10 })));
    await expectShown(other.page.getByText(t('second_factor.on_text')));

    const name = 'Safari, iOS';
    await button(page, `${t('devices.sign_out')}: ${name}`).click();
    await Promise.all([wasShown(page, t('devices.signed_out', { name })), confirm(page, t('devices.sign_out'))]);
    await expectHidden(page.getByText(name, { exact: true }));
    await expectScreen(other.page, t('login.title'));

    await comeBack(page);
    // The current code turned the factor on and is used up.
    await submitCode(page, codes.generate({ timestamp: Date.now() + 30_000 }));
    await expectScreen(page, eventTitle);
    await expectLevel(page);

    await comeBack(page);
    await button(page, t('login.use_recovery')).click();
    await page.getByLabel(t('login.recovery_code'), { exact: true }).fill(recoveryCode.toLowerCase().replaceAll('-', ' '));
    await button(page, t('login.verify')).click();
    await expectScreen(page, eventTitle);
    await openProfile(page);
    await expectShown(page.getByText(t('second_factor.codes_left', { count: 9 })));
    await expectSoon(
      () =>
        page
          .getByRole('region', { name: t('devices.title'), exact: true })
          .getByRole('listitem')
          .count(),
      1,
    );
  });
});
