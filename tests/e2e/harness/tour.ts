import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe has to say against the page as it stands, one line each; with `rules` those alone are asked. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations, passes } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(passes.length).toBeGreaterThan(rules ? 0 : 5);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** Goes from screen to screen, overlays included, and asks axe at each; collects everything, so that one run tells all. */
export class Tour {
  readonly found: Record<string, string[]> = {};
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async look(name: string): Promise<void> {
    const lines = await violations(this.#page);
    if (lines.length > 0) this.found[name] = lines;
  }

  /** A theme changes nothing but colours: the dark one is asked about those alone. */
  async lookInBothThemes(name: string): Promise<void> {
    await this.look(name);
    await this.#page.emulateMedia({ colorScheme: 'dark' });
    const lines = await violations(this.#page, ['color-contrast']);
    if (lines.length > 0) this.found[`${name}, dark`] = lines;
    await this.#page.emulateMedia({ colorScheme: 'light' });
  }
}
