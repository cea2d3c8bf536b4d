import type { Locator, Page } from 'playwright-core';
import { button } from './chat.ts';
import { expectScreen, indicator } from './expectations.ts';
import { t } from './texts.ts';

/** Opens the list of unsent commands by the header's count of those that need the person. */
export async function openNotSent(page: Page, count: number): Promise<void> {
  await indicator(page, t('sync.attention', { count })).click();
  await expectScreen(page, t('not_sent.title'));
}

/** Returns the card of a rejected command, by its content. */
export const refusedCard = (page: Page, text: string): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: text })
    .filter({ has: button(page, t('refused.discard')) });

export const conflictCard = (page: Page, name: string): Locator =>
  page.getByRole('article', { name: t('conflict.label', { name }), exact: true });

/** Presses a key until the target has the focus; throws if the keyboard does not reach it. */
export async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}
