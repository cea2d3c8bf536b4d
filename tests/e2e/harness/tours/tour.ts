import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns axe's findings on the current page, one line each. */
async function violations(page: Page): Promise<string[]> {
  // Injecting axe takes as long as a run, so inject it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { found, passed } = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // The ends of a menu's focus trap: axe accepts them only if no button shines through the backdrop at one of its five points.
    const page = { exclude: ['[data-base-ui-focus-guard]'] };
    // Counts the passed rules: describing them would take three times as long.
    const { violations, passes } = await run(page, { resultTypes: ['violations'] });
    const lines = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
    return { found: lines, passed: passes.length };
  });
  expect(passed).toBeGreaterThan(5);
  return found;
}

/** Visits screen after screen, overlays included, runs axe at each in both themes and collects all findings. */
export class Tour {
  readonly found: Record<string, string[]> = {};
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async look(name: string): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.#page.emulateMedia({ colorScheme: theme });
      const lines = await violations(this.#page);
      if (lines.length > 0) this.found[`${name}, ${theme}`] = lines;
    }
  }
}
