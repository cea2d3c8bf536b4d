import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { full } from '#tests/setup/tier.ts';

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

const themes = ['light', 'dark'] as const;

/**
 * Visits screen after screen, overlays included, runs axe at each and collects all findings. The full run checks both themes, the gate
 * alternates between them.
 */
export class Tour {
  readonly found: Record<string, string[]> = {};
  readonly #page: Page;
  #looks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async look(name: string): Promise<void> {
    const turn = this.#looks++ % themes.length;
    for (const theme of full ? themes : themes.slice(turn, turn + 1)) {
      await this.#page.emulateMedia({ colorScheme: theme });
      const lines = await violations(this.#page);
      if (lines.length > 0) this.found[`${name}, ${theme}`] = lines;
    }
  }
}
