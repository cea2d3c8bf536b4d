import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../../contract/languages.ts';
import { t, texts } from './texts.ts';

/** Waits until it is on the screen. */
export const expectShown = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'visible', ...(timeout === undefined ? {} : { timeout }) });

/** Waits until it is no longer on the screen. */
export const expectGone = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'hidden', ...(timeout === undefined ? {} : { timeout }) });

/** Waits until what lies over the screen is there and hears the keyboard: it has the focus, and the frame that drew it has ended. */
export async function expectOpen(overlay: Locator): Promise<void> {
  await expectShown(overlay);
  const node = await overlay.elementHandle();
  await overlay.page().waitForFunction((shown) => shown?.contains(document.activeElement), node);
  await overlay.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Waits until `read` answers `value`, for as long as a screen may take. */
export async function expectSoon<T>(read: () => T | Promise<T>, value: T, timeout = 20_000): Promise<void> {
  await expect.poll(read, { timeout, interval: 50 }).toEqual(value);
}

/** Waits until it has the focus. */
export const expectFocus = (locator: Locator): Promise<void> =>
  expectSoon(() => locator.evaluate((node) => node === document.activeElement), true);

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until the screen of this title is there and has taken the focus to its heading, which would be missed in a field that is filled in. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expectShown(heading(page, title));
  // A picture of the last screen may lie under it yet.
  await page.locator('#last-screen').waitFor({ state: 'detached' });
  // A page that is loaded anew at this moment has no focus to wait for.
  await afterDrawing(page).catch(() => undefined);
}

/** Resolves when the frame that is being drawn, and what was put off until after it, has ended. */
const afterDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/**
 * Resolves when these words have stood on the screen, however briefly: from now on the page itself looks at each of its changes. To be called
 * beside what brings them; `within` says where (CSS).
 */
export const seen = (page: Page, words: string, within = 'body'): Promise<void> =>
  page.evaluate(
    ({ words, within }) =>
      new Promise<void>((resolve, reject) => {
        const says = (node: Element): boolean =>
          node.checkVisibility() && [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent === words);
        const end = (settle: () => void): void => {
          observer.disconnect();
          clearTimeout(timer);
          settle();
        };
        const look = (): void => {
          if ([...document.querySelectorAll(`${within}, ${within} *`)].some(says)) end(resolve);
        };
        const observer = new MutationObserver(look);
        const timer = setTimeout(() => end(() => reject(new Error(`not seen: ${words}`))), 30_000);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    { words, within },
  );

/** The link in the header that says how the data stands. */
export const indicator = (page: Page, words: string | RegExp): Locator => page.getByRole('banner').getByRole('link', { name: words });

const upToDate = (language: Language): RegExp => new RegExp(`^${texts[language]('sync.up_to_date_at', { time: '.+' })}$`);

/** Waits for the engine's own word that nothing is under way, nothing waits and the mirror is level, and for the header to say so too. */
export async function expectLevel(page: Page, language: Language = 'en'): Promise<void> {
  await page.locator('html[data-engine="level"]').waitFor({ state: 'attached' });
  await expectShown(indicator(page, upToDate(language)));
}

/** Waits for the engine's own word that nothing is under way, drafts included; something may wait for a network or a person. */
export const expectIdle = (page: Page): Promise<void> =>
  page.locator('html:is([data-engine="idle"], [data-engine="level"])').waitFor({ state: 'attached' });

export const expectOffline = (page: Page, waiting = 0, timeout?: number): Promise<void> => {
  const words = waiting === 0 ? t('sync.offline') : `${t('sync.offline')}, ${t('sync.waiting', { count: waiting })}`;
  return expectShown(indicator(page, new RegExp(`^${words}$`)), timeout);
};
