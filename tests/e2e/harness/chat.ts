import type { Locator, Page } from 'playwright-core';
import { expectHidden, expectScreen, expectShown, expectSoon } from './expectations.ts';
import { t } from './texts.ts';

/** Returns the post or reply with this text. A reply is nested in its post, at the end. */
export const post = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text }).last();

/** The author and state of a post, without its replies. */
const head = (page: Page, text: string): Locator => post(page, text).locator('> div > div').first();

export const waitingMark = (page: Page, text: string): Locator => head(page, text).getByText(t('chat_item.waiting'), { exact: true });

/** Waits until the post is shown and marked as pending. A form with the same words has no mark. */
export const expectWaiting = (page: Page, text: string): Promise<void> => expectShown(waitingMark(page, text));

/** Waits until the post is shown and no longer marked as pending. */
export async function expectSent(page: Page, text: string): Promise<void> {
  await expectShown(post(page, text));
  await expectHidden(waitingMark(page, text));
}

export const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

/** Matches buttons that each post or photo has; their names end with the subject. */
export const buttonAbout = (within: Page | Locator, action: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^${action}: `) });

/** Opens the menu of a post or a photo, and chooses an entry. */
export async function chooseAbout(page: Page, within: Page | Locator, action: string): Promise<void> {
  await buttonAbout(within, t('chat_item.more')).first().click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export async function openChat(page: Page): Promise<void> {
  await page.goto('/#/chat');
  await expectScreen(page, t('chat.title'));
}

export const postField = (page: Page): Locator => page.getByLabel(t('chat_create.label'), { exact: true });

export async function typePost(page: Page, text: string): Promise<void> {
  await postField(page).fill(text);
}

export async function submitPost(page: Page): Promise<void> {
  await button(page, t('chat_create.submit')).click();
}

/** Writes a post; resolves when it is shown, and so stored, and when its field, which is emptied later, is empty. */
export async function writePost(page: Page, text: string): Promise<void> {
  await typePost(page, text);
  await submitPost(page);
  await expectShown(post(page, text));
  await expectSoon(() => postField(page).inputValue(), '');
}

export const replyField = (page: Page): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${t('chat_item.reply_to', { name: '' })}`) });

export async function reply(page: Page, to: string, text: string): Promise<void> {
  await buttonAbout(post(page, to), t('chat_item.reply')).first().click();
  await replyField(page).fill(text);
  await button(page, t('chat_item.reply_submit')).click();
  await expectHidden(replyField(page));
  await expectShown(post(page, text));
}

export async function remove(page: Page, text: string): Promise<void> {
  await chooseAbout(page, post(page, text), t('chat_item.delete'));
  await confirm(page, t('chat_item.delete'));
  await expectHidden(page.getByRole('article').filter({ hasText: text }).first());
}

export async function confirm(page: Page, action: string): Promise<void> {
  await button(page.getByRole('alertdialog'), action).click();
  await expectHidden(page.getByRole('alertdialog'));
}
