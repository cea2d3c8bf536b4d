import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { full } from '../../setup/tier.ts';

/** What axe has to say against the page as it stands, one line each; with `rules` those alone are asked. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // To put it into a document takes as long as to ask it: once is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { found, passed } = await page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // What passed is counted, not described, which would take three times as long.
    const { violations, passes } = await run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    const lines = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
    return { found: lines, passed: passes.length };
  }, rules);
  expect(passed).toBeGreaterThan(rules ? 0 : 5);
  return found;
}

/** A theme changes nothing but colours: the gate asks about those alone in the dark. */
const inTheDark = full ? undefined : ['color-contrast'];

/** Goes from screen to screen, overlays included, and asks axe at each, in both themes; collects everything, so that one run tells all. */
export class Tour {
  readonly found: Record<string, string[]> = {};
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async look(name: string): Promise<void> {
    this.#note(name, await violations(this.#page));
    await this.#page.emulateMedia({ colorScheme: 'dark' });
    this.#note(`${name}, dark`, await violations(this.#page, inTheDark));
    await this.#page.emulateMedia({ colorScheme: 'light' });
  }

  #note(name: string, lines: string[]): void {
    if (lines.length > 0) this.found[name] = lines;
  }
}
