import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { t } from './texts.ts';

export const expectShown = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'visible', ...(timeout === undefined ? {} : { timeout }) });

export const expectHidden = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'hidden', ...(timeout === undefined ? {} : { timeout }) });

/** Waits until an overlay is shown and receives keys: it has the focus, and the frame that drew it has ended. */
export async function expectOpen(overlay: Locator): Promise<void> {
  await expectShown(overlay);
  const node = await overlay.elementHandle();
  await overlay.page().waitForFunction((shown) => shown?.contains(document.activeElement), node);
  await overlay.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Waits until `read` returns `value`; `timeout` in ms. */
export async function expectSoon<T>(read: () => T | Promise<T>, value: T, timeout = 20_000): Promise<void> {
  await expect.poll(read, { timeout, interval: 50 }).toEqual(value);
}

export const expectFocus = (locator: Locator): Promise<void> =>
  expectSoon(() => locator.evaluate((node) => node === document.activeElement), true);

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until the screen of this title is shown and its heading has taken the focus, which would otherwise leave a field during a fill. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expectShown(heading(page, title).first());
  // The start snapshot may still cover the page.
  await page.locator('#last-screen').waitFor({ state: 'detached' });
  // A page that reloads at this moment has no focus to wait for.
  await afterDrawing(page).catch(() => undefined);
}

/** Resolves when the current frame and its deferred tasks have ended. */
const afterDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/**
 * Resolves when these words were on the screen, however briefly. Call it together with the action that shows them; `within` is a CSS
 * selector.
 */
export const wasShown = (page: Page, words: string, within = 'body'): Promise<void> =>
  page.evaluate(
    ({ words, within }) =>
      new Promise<void>((resolve, reject) => {
        const hasText = (node: Element): boolean =>
          node.checkVisibility() && [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent === words);
        const end = (settle: () => void): void => {
          observer.disconnect();
          clearTimeout(timer);
          settle();
        };
        const look = (): void => {
          if ([...document.querySelectorAll(`${within}, ${within} *`)].some(hasText)) end(resolve);
        };
        const observer = new MutationObserver(look);
        const timer = setTimeout(() => end(() => reject(new Error(`not shown: ${words}`))), 30_000);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    { words, within },
  );

/** Returns the header's link with the sync status. */
export const indicator = (page: Page, words: string | RegExp): Locator => page.getByRole('banner').getByRole('link', { name: words });

/** Waits until the engine reports no pending command and an up-to-date mirror, and the header shows no other state. */
export async function expectLevel(page: Page): Promise<void> {
  await page.locator('html[data-engine="level"]').waitFor({ state: 'attached' });
  await expectHidden(page.getByRole('banner').locator('a[href="#/not-sent"]'));
}

/** Waits until the engine reports no work in progress, drafts included. Commands may wait for a network or a person. */
export const expectIdle = (page: Page): Promise<void> =>
  page.locator('html:is([data-engine="idle"], [data-engine="level"])').waitFor({ state: 'attached' });

export const expectOffline = (page: Page, waiting = 0, timeout?: number): Promise<void> => {
  const words = waiting === 0 ? t('sync.offline') : `${t('sync.offline')}, ${t('sync.waiting', { count: waiting })}`;
  return expectShown(indicator(page, new RegExp(`^${words}$`)), timeout);
};
