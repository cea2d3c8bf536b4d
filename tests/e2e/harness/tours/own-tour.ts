import { camp, otherEvents } from '#server/demo/story/events.ts';
import { button } from '../chat.ts';
import { expectHidden, expectScreen, expectShown } from '../expectations.ts';
import { workerReady } from '../people.ts';
import { snapshotFile } from '../photos.ts';
import { share } from '../share.ts';
import type { TourOptions } from './organiser-tour.ts';
import { pageTexts, texts } from '../texts.ts';

/** Visits an invitation and the errors of its form before a sign-in. */
export async function tourRegister({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto(`/#code=${camp.code}&email=nora@example.org`);
  await expectScreen(page, t('register.title'));
  await look('register');
  await page.getByLabel(t('register.email'), { exact: true }).fill('nora');
  await page.getByLabel(t('register.password'), { exact: true }).fill('short');
  await button(page, t('register.submit')).click();
  await expectShown(page.getByText(t('register.invalid_email')));
  await look('register-errors');
}

/**
 * Visits the list of events and invitations to another event, to the open one, and one that cannot be looked up; needs a member of the camp
 * alone.
 */
export async function tourJoin({ page, language, look, setOffline }: TourOptions): Promise<void> {
  const t = texts[language];
  const { code, title } = otherEvents[0]!;
  const opened = async (name: string, button: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name, exact: true });
    await expectShown(dialog.getByRole('button', { name: button, exact: true }));
    const picture = dialog.locator('img');
    if ((await picture.count()) > 0) await picture.evaluate((image: HTMLImageElement) => image.decode());
  };
  await page.goto('/#/switch');
  await expectScreen(page, t('eventSwitch.title'));
  await expectShown(page.getByRole('article', { name: camp.title, exact: true }));
  await look('switch');
  await button(page, t('eventSwitch.by_code')).click();
  await expectShown(page.getByRole('dialog', { name: t('eventSwitch.by_code'), exact: true }));
  await look('switch-code');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `${t('eventSwitch.leave')}: ${camp.title}` }).click();
  await expectShown(page.getByRole('alertdialog'));
  await look('switch-leave');
  await page.keyboard.press('Escape');
  await page.goto(`/#code=${code}`);
  await opened(title, t('switch_overlay.join'));
  await look('join');
  await page.keyboard.press('Escape');
  await page.goto(`/#code=${camp.code}`);
  await opened(camp.title, t('app.go_home'));
  await look('join-here');
  await page.keyboard.press('Escape');
  await setOffline(true);
  await page.goto(`/#code=${code}`);
  await opened(t('switch_overlay.title'), t('switch_overlay.try_again'));
  await look('join-offline');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await setOffline(false);
}

/** Visits the screens about the app, and the invitation of others. */
export async function tourAbout({ page, language, look }: TourOptions): Promise<void> {
  const [t, pages] = [texts[language], pageTexts[language]];
  await page.goto('/#/share');
  await expectScreen(page, t('share.title'));
  await expectShown(page.getByRole('img', { name: t('share.qr'), exact: true }));
  await look('share');
  await page.goto('/#/faq');
  await expectScreen(page, pages('faq.title'));
  await page.locator('summary').first().click();
  await look('faq');
  await page.getByLabel(pages('faq.search')).fill('dragons');
  await expectShown(page.getByText(pages('faq.none')));
  await look('faq-nothing-found');
  await page.goto('/#/privacy');
  await expectScreen(page, pages('privacy.title'));
  await look('privacy');
  await page.goto('/#/debug');
  await expectScreen(page, t('debug.title'));
  await look('debug');
}

/**
 * Visits a person's own screens: invalid profile, password, second factor, devices, data, and the question before the account is deleted.
 */
export async function tourOwn({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/my-profile');
  await expectScreen(page, t('profile.my_profile'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expectShown(field(t('profile.name')));
  await expectShown(page.getByText(t('devices.current')));
  await look('my-profile');
  await field(t('profile.email')).fill('nobody');
  await button(page, t('profile.save')).click();
  await expectShown(page.getByText(t('register.invalid_email')));
  await look('my-profile-errors');
  await button(page, t('app.cancel')).first().click();
  await field(t('password.new')).fill('short');
  await button(page, t('password.submit')).click();
  await expectShown(page.getByText(t('password.strength_error')));
  await field(t('password.old')).scrollIntoViewIfNeeded();
  await look('my-password');
  await button(page, t('second_factor.turn_on')).click();
  const turningOn = page.getByRole('form', { name: t('second_factor.turn_on'), exact: true });
  await turningOn.getByLabel(t('login.password'), { exact: true }).fill('Demo-Anna-1');
  await button(turningOn, t('second_factor.continue')).click();
  await expectShown(turningOn.getByRole('img', { name: t('second_factor.qr') }));
  await button(turningOn, t('second_factor.turn_on')).click();
  await expectShown(turningOn.getByText(t('login.missing_token')));
  await look('second-factor');
  await button(turningOn, t('app.cancel')).click();
  await button(page, t('own_data.leave')).click();
  const form = page.getByRole('form', { name: t('own_data.leave'), exact: true });
  await button(form, t('own_data.leave_now')).click();
  await expectShown(form.getByRole('alert').getByText(t('own_data.choose')));
  await form.scrollIntoViewIfNeeded();
  await look('own-data');
  await form.getByLabel(t('own_data.shared_anonymise'), { exact: true }).check();
  await form.getByLabel(t('login.password'), { exact: true }).fill('Demo-Anna-1');
  await button(form, t('own_data.leave_now')).click();
  await expectShown(page.getByRole('alertdialog'));
  await look('own-data-question');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
}

/** Visits the counters, and the question for a picture that proves a count. */
export async function tourCounters({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const name = 'Sprünge vom Steg / Jumps off the jetty';
  await page.goto('/#/statistics/counter');
  await button(page, t('statistic.plus', { name })).click();
  const dialog = page.getByRole('dialog', { name });
  await button(dialog, t('statistic.evidence_submit')).click();
  await expectShown(dialog.getByText(t('statistic.evidence_missing')));
  await look('evidence');
  await page.keyboard.press('Escape');
  await expectHidden(dialog);
  await look('counters');
}

/** Needs the service worker. */
export async function tourReceived({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await workerReady(page);
  await share(page, { text: 'Sunset over the lake https://lake.example' }, await snapshotFile());
  await expectScreen(page, t('received.title'));
  await expectShown(page.getByRole('img', { name: t('received.picture') }));
  await look('received');
  await share(page, { title: 'Weather' }, { name: 'weather.pdf', mimeType: 'application/pdf', buffer: Buffer.from('weather') });
  await expectShown(page.getByText(t('received.problem.file_type')));
  await look('received-two');
}
