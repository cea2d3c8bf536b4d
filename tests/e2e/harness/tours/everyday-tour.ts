import { signInByApi } from '../api.ts';
import { button, buttonAbout } from '../chat.ts';
import { expectHidden, expectScreen, expectShown } from '../expectations.ts';
import { holdMessage } from '../messages.ts';
import type { TourOptions } from './organiser-tour.ts';
import { loginOf, submitLogin } from '../people.ts';
import { snapshotFile } from '../photos.ts';
import { texts } from '../texts.ts';

/** Visits the screens before a sign-in. */
export async function tourSignedOut({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/');
  await expectScreen(page, t('login.title'));
  await look('login');
  await button(page, t('login.submit')).click();
  await expectShown(page.getByText(t('login.missing_username')));
  await look('login with errors');
  const { email, password } = loginOf('tess');
  await submitLogin(page, email, password, language);
  await expectScreen(page, t('login.second_factor'));
  await look('second factor');
  await button(page, t('login.back')).click();
  await expectScreen(page, t('login.title'));
}

/** Visits the screens that everybody reads. */
export async function tourReading({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await expectShown(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
  await look('home');
  await button(page, t('menu.open')).click();
  await expectShown(page.getByRole('navigation', { name: t('menu.label') }));
  await look('menu');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('navigation', { name: t('menu.label') }));
  await button(page, t('profile.open')).click();
  await expectShown(page.getByText('anna@demo.example', { exact: true }));
  await look('profile overlay');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await page.goto('/#/schedule');
  await expectScreen(page, t('schedule.title'));
  await expectShown(page.getByRole('article').first());
  await look('schedule');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expectShown(page.getByRole('dialog'));
  await look('schedule entry');
  await page.goBack();
  await expectHidden(page.getByRole('dialog'));
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, t('schedule.as_grid')).click();
  await expectShown(page.locator('main ol a').first());
  await look('schedule grid');
  await button(page, t('schedule.as_list')).click();
  await page.setViewportSize(size);
  await page.goto('/#/announcements');
  await expectScreen(page, t('announcements.title'));
  await expectShown(page.getByRole('article').first());
  await look('announcements');
  await page.goto('/#/search');
  await expectShown(page.getByRole('heading', { name: t('search.start') }));
  await look('search');
  await page.getByRole('searchbox').fill('steg');
  await expectShown(page.getByRole('main').locator('mark').first());
  await look('search with hits');
  await page.getByRole('searchbox').fill('nirgendwo');
  await expectShown(page.getByText(t('search.none_text')));
  await look('search without hits');
  await page.goto('/#/not-sent');
  await expectShown(page.getByText(t('not_sent.nothing')));
  await look('not sent, empty');
  await page.goto('/#/nowhere');
  await expectScreen(page, t('app.not_found'));
  await look('not found');
}

/** Visits the photos with their form, a photo in full size, and the camera. */
export async function tourPhotos({ page, language, look }: TourOptions): Promise<void> {
  const t = texts[language];
  await page.goto('/#/pictures');
  await expectScreen(page, t('photos.title'));
  await expectShown(page.getByRole('article').first());
  await look('photos');
  await button(page, t('photo_upload.open')).click();
  await button(page, t('photo_upload.submit')).click();
  await expectShown(page.getByText(t('photo_upload.mandatory')));
  await look('photos with an empty form');
  const chooser = page.waitForEvent('filechooser');
  await button(page, t('picture_input.choose')).click();
  await (await chooser).setFiles(await snapshotFile(300, 200));
  await expectShown(page.getByRole('img', { name: t('picture_input.preview') }));
  await look('photos with a picture in the form');
  await button(page, t('picture_input.take')).click();
  await expectShown(page.getByRole('dialog', { name: t('camera.title') }));
  await look('camera');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  await page.getByRole('article').first().getByRole('link').click();
  await expectShown(page.getByRole('dialog').getByRole('img'));
  await look('photo in full size');
  await page.getByRole('dialog').locator('button[aria-haspopup=menu]').click();
  await expectShown(page.getByRole('menuitem').first());
  await look('actions of a photo');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('menuitem'));
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
}

/** Visits the chat with its forms, pending and rejected commands, and the questions before something is discarded. */
export async function tourWriting({ server, page, language, setOffline, look }: TourOptions): Promise<void> {
  const t = texts[language];
  const ben = await signInByApi(server, 'ben');
  const { body } = await ben.call('POST', '/api/post', { content: 'Soon to be deleted', event: 1 });
  await page.goto('/#/chat');
  const post = page.getByRole('article').filter({ hasText: 'Soon to be deleted' });
  await expectShown(post);
  await setOffline(true);
  await buttonAbout(post, t('chat_item.reply')).click();
  const form = page.locator('main form').last();
  await form.getByRole('textbox').fill('A reply that comes too late');
  await button(form, t('chat_item.reply_submit')).click();
  await expectShown(page.getByText('A reply that comes too late', { exact: true }));
  await (await signInByApi(server, 'orga')).call('DELETE', `/api/post/${(body as { id: string }).id}`);
  await setOffline(false);
  // The card shows it, and a message shows it too.
  await expectShown(page.getByRole('article').getByText(t('chat_item.reply_failed'), { exact: true }).last());
  await setOffline(true);
  await page.getByLabel(t('chat_create.label'), { exact: true }).fill('Waits for the network');
  await button(page, t('chat_create.submit')).click();
  await expectShown(page.getByText(t('chat_item.waiting')));
  await button(page, t('chat_create.submit')).click();
  await expectShown(page.getByText(t('chat_create.empty_message')));
  await look('chat with an empty post, waiting and refused');
  await page.getByLabel(t('chat_create.label'), { exact: true }).pressSequentially('@b');
  await expectShown(page.getByRole('listbox'));
  await look('chat with people to mention');
  await page.keyboard.press('Enter');
  await page.getByLabel(t('chat_create.label'), { exact: true }).fill('');
  await buttonAbout(page, t('chat_item.reply')).last().click();
  await look('chat with a reply');
  await button(form, t('chat_item.cancel_reply')).click();
  await buttonAbout(page, t('chat_item.more')).first().click();
  await expectShown(page.getByRole('menu'));
  await look('menu of a post');
  await page.getByRole('menuitem', { name: t('chat_item.delete'), exact: true }).click();
  await expectShown(page.getByRole('alertdialog'));
  await look('question before deleting');
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('alertdialog'));
  const narrow = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('link', { name: new RegExp(`^${t('chat.open')}: `) })
    .first()
    .click();
  await expectShown(page.getByRole('heading', { level: 2, name: t('chat.thread'), exact: true }));
  await look('chat with a thread next to the list');
  await page.setViewportSize(narrow);
  await page.goto('/#/chat/thread/nowhere');
  await expectShown(page.getByText(t('chat.gone'), { exact: true }));
  await look('chat with a deleted thread');
  await page.goto('/#/not-sent');
  await expectShown(page.getByText(t('not_sent.waiting'), { exact: true }));
  await button(page, t('refused.as_new')).click();
  const result = page.getByText(t('refused.copied')).or(page.getByText(t('refused.copy_failed')));
  await holdMessage(result, () => button(page, t('refused.copy')).click());
  await look('not sent, with entries and a toast');
  await page.goto('/#/logout');
  await expectShown(page.getByText(t('logout.question'), { exact: true }));
  await look('logging out');
  await button(page, t('logout.keep')).click();
  await expectShown(page.getByText(t('login.unsent_title'), { exact: true }));
  await look('login where something waits');
}
