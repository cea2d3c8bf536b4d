import type { Page } from 'playwright-core';

/** The time (ms) after which a check has failed. */
const patience = 60_000;

/** Waits until an asynchronous check returns true in the page. Playwright's `waitForFunction` takes the promise itself for true. */
export async function until<Arg>(page: Page, check: (arg: Arg) => Promise<boolean>, arg: Arg): Promise<void> {
  const end = Date.now() + patience;
  while (!(await page.evaluate(check as (arg: unknown) => Promise<boolean>, arg))) {
    if (Date.now() > end) throw new Error(`not true within a minute: ${check.name}`);
    await page.waitForTimeout(100);
  }
}
