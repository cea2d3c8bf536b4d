import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { t } from './texts.ts';

/** Waits until it is on the screen. */
export const expectShown = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'visible', ...(timeout === undefined ? {} : { timeout }) });

/** Waits until it is no longer on the screen. */
export const expectGone = (locator: Locator, timeout?: number): Promise<void> =>
  locator.waitFor({ state: 'hidden', ...(timeout === undefined ? {} : { timeout }) });

/** Waits until `read` answers `value`, for as long as a screen may take. */
export async function expectSoon<T>(read: () => T | Promise<T>, value: T, timeout = 10_000): Promise<void> {
  await expect.poll(read, { timeout, interval: 50 }).toEqual(value);
}

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

export const expectScreen = (page: Page, title: string): Promise<void> => expectShown(heading(page, title));

/** The link in the header that says how the data stands. */
export const indicator = (page: Page, words: string | RegExp): Locator => page.getByRole('banner').getByRole('link', { name: words });

const upToDate = new RegExp(`^${t('sync.up_to_date_at', { time: '.+' })}$`);

/** Waits until everything is loaded and nothing waits; English only. */
export const expectLevel = (page: Page): Promise<void> => expectShown(indicator(page, upToDate));

export const expectOffline = (page: Page, waiting = 0, timeout?: number): Promise<void> => {
  const words = waiting === 0 ? t('sync.offline') : `${t('sync.offline')}, ${t('sync.waiting', { count: waiting })}`;
  return expectShown(indicator(page, new RegExp(`^${words}$`)), timeout);
};
