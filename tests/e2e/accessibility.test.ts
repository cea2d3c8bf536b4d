import { describe, expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages.ts';
import { signInByApi } from './harness/api.ts';
import { button, buttonAbout } from './harness/chat.ts';
import { type Device, type DeviceOptions, iPhone } from './harness/device.ts';
import { expectGone, expectLevel, expectScreen, expectShown, seen } from './harness/expectations.ts';
import {
  tourAnnouncementAdmin,
  tourConflicts,
  tourIphone,
  tourNotifications,
  tourParticipant,
  tourScheduleAdmin,
  type TourOptions,
} from './harness/organiser-tour.ts';
import { installed, loginOf, type Person, signIn, submitLogin } from './harness/people.ts';
import { snapshotFile } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { texts } from './harness/texts.ts';
import { Tour } from './harness/tour.ts';

const bench = setUp();

/** Before anybody has signed in. */
async function lookOutside(tour: Tour, { page }: Device, language: Language): Promise<void> {
  const t = texts[language];
  await page.goto('/');
  await expectScreen(page, t('login.title'));
  await tour.look('login');
  await button(page, t('login.submit')).click();
  await expectShown(page.getByText(t('login.missing_username')));
  await tour.look('login with errors');
  const { email, password } = loginOf('tess');
  await submitLogin(page, email, password, language);
  await expectScreen(page, t('login.second_factor'));
  await tour.look('second factor');
  await button(page, t('login.back')).click();
  await expectScreen(page, t('login.title'));
}

/** The screens that one reads. */
async function lookAtScreens(tour: Tour, { page }: Device, language: Language): Promise<void> {
  const t = texts[language];
  await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
  await tour.look('home');
  await button(page, t('menu.open')).click();
  await expectShown(page.getByRole('navigation', { name: t('menu.label') }));
  await tour.look('menu');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('navigation', { name: t('menu.label') }));
  await button(page, t('profile.open')).click();
  await expectShown(page.getByText('anna@demo.example', { exact: true }));
  await tour.look('profile overlay');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
  await page.goto('/#/schedule');
  await expectScreen(page, t('schedule.title'));
  await expectShown(page.locator('details summary').first());
  for (const details of (await page.locator('details summary').all()).slice(0, 5)) await details.click();
  await tour.look('schedule with details');
  await page.goto('/#/announcements');
  await expectScreen(page, t('announcements.title'));
  await expectShown(page.getByRole('article').first());
  await tour.look('announcements');
  await page.goto('/#/not-sent');
  await expectShown(page.getByText(t('not_sent.nothing')));
  await tour.look('not sent, empty');
  await page.goto('/#/nowhere');
  await expectScreen(page, t('app.not_found'));
  await tour.look('not found');
}

/** The photos with their form, a photo in full size, and the camera. */
async function lookAtPhotos(tour: Tour, { page }: Device, language: Language): Promise<void> {
  const t = texts[language];
  await page.goto('/#/pictures');
  await expectScreen(page, t('photos.title'));
  await expectShown(page.getByRole('article').first());
  await tour.look('photos');
  await button(page, t('photo_upload.open')).click();
  await button(page, t('photo_upload.submit')).click();
  await expectShown(page.getByText(t('photo_upload.mandatory')));
  await tour.look('photos with an empty form');
  const chooser = page.waitForEvent('filechooser');
  await button(page, t('picture_input.choose')).click();
  await (await chooser).setFiles(await snapshotFile(300, 200));
  await expectShown(page.getByRole('img', { name: t('picture_input.preview') }));
  await tour.look('photos with a picture in the form');
  await button(page, t('picture_input.take')).click();
  await expectShown(page.getByRole('dialog', { name: t('camera.title') }));
  await tour.look('camera');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
  await page.getByRole('article').first().getByRole('link').click();
  await expectShown(page.getByRole('dialog').getByRole('img'));
  await tour.look('photo in full size');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
}

/** The chat with its forms, what waits and what was refused, and the questions before something is lost. */
async function lookAtWriting(tour: Tour, { page, setOffline }: Device, language: Language): Promise<void> {
  const t = texts[language];
  const ben = await signInByApi(bench.server, 'ben');
  const { body } = await ben.call('POST', '/api/post', { content: 'Soon to be deleted', event: 1 });
  await page.goto('/#/chat');
  const post = page.getByRole('article').filter({ hasText: 'Soon to be deleted' });
  await expectShown(post);
  await setOffline(true);
  await buttonAbout(post, t('chat_item.reply')).click();
  await post.getByRole('textbox').fill('A reply that comes too late');
  await button(post, t('chat_item.reply_submit')).click();
  // As long as the form is there, its own words would be found too.
  await expectGone(post.getByRole('textbox'));
  await expectShown(page.getByText('A reply that comes too late', { exact: true }));
  await (await signInByApi(bench.server, 'orga')).call('DELETE', `/api/post/${(body as { id: string }).id}`);
  await setOffline(false);
  // Beside the post; a message says it too.
  await expectShown(page.getByRole('article').getByText(t('chat_item.reply_failed'), { exact: true }).last());
  await setOffline(true);
  await button(page, t('chat_create.open')).click();
  await page.getByLabel(t('chat_create.label'), { exact: true }).fill('Waits for the network');
  await button(page, t('chat_create.submit')).click();
  await expectShown(page.getByText(t('chat_item.waiting')));
  await button(page, t('chat_create.open')).click();
  await button(page, t('chat_create.submit')).click();
  await expectShown(page.getByText(t('chat_create.empty_message')));
  await buttonAbout(page, t('chat_item.reply')).last().click();
  await tour.look('chat with forms, waiting and refused');
  await buttonAbout(page, t('chat_item.delete')).first().click();
  await expectShown(page.getByRole('alertdialog'));
  await tour.look('question before deleting');
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('alertdialog'));
  await page.goto('/#/not-sent');
  await expectShown(page.getByText(t('not_sent.waiting'), { exact: true }));
  await button(page, t('refused.as_new')).click();
  const said = Promise.race([seen(page, t('refused.copied')), seen(page, t('refused.copy_failed'))]);
  await Promise.all([said, button(page, t('refused.copy')).click()]);
  await tour.look('not sent, with entries and a toast');
  await page.goto('/#/logout');
  await expectShown(page.getByText(t('logout.question'), { exact: true }));
  await tour.look('logging out');
  await button(page, t('logout.keep')).click();
  await expectShown(page.getByText(t('login.unsent_title'), { exact: true }));
  await tour.look('login where something waits');
}

describe.each(['en', 'de'] as const)('axe finds nothing in %s', (language) => {
  it.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
    const device = await bench.device({ worker: true, language, colorScheme });
    const tour = new Tour(device.page);
    await lookOutside(tour, device, language);
    await signIn(device.page, 'anna');
    await expectLevel(device.page, language);
    await installed(device.page);
    await lookAtScreens(tour, device, language);
    await lookAtPhotos(tour, device, language);
    await lookAtWriting(tour, device, language);
    expect(tour.found).toEqual({});
  });

  const visit = async (person: Person, tours: readonly ((options: TourOptions) => Promise<void>)[], options: DeviceOptions = {}) => {
    const { page, setOffline } = await bench.device({ worker: true, language, ...options });
    await signIn(page, person);
    // What is changed before everything is loaded is no news, and without network only what is installed is there.
    await expectLevel(page, language);
    await installed(page);
    const tour = new Tour(page);
    const look = (screen: string): Promise<void> => tour.lookInBothThemes(screen);
    for (const take of tours) await take({ server: bench.server, page, language, setOffline, look });
    return tour.found;
  };

  it('for those who run the event, in both themes', async () => {
    expect(await visit('orga', [tourAnnouncementAdmin, tourScheduleAdmin, tourConflicts, tourNotifications])).toEqual({});
  });

  it('for those who do not, in both themes', async () => {
    expect(await visit('anna', [tourParticipant])).toEqual({});
    expect(await visit('ben', [tourIphone], { userAgent: iPhone })).toEqual({});
  });
});
