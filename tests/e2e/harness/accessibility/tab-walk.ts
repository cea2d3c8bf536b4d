import type { CDPSession, Page } from 'playwright-core';

declare global {
  var wrongWithFocus: string[];
}

/** Marks the elements that Tab must reach, and moves the focus before all of them; runs in the page. */
function begin(): void {
  const hidden = (node: Element): boolean => !node.checkVisibility() || node.closest('[inert]') !== null;
  // Tab reaches one element of a radio group or a grid; arrow keys reach the others.
  const grouped = (node: Element): boolean =>
    (node instanceof HTMLInputElement && node.type === 'radio') || node.matches('[role=grid] [tabindex="-1"]');
  const all = [...document.querySelectorAll('a[href], button:enabled, input:enabled, textarea:enabled, summary')];
  for (const node of all) if (!hidden(node) && !grouped(node)) node.toggleAttribute('data-to-reach', true);
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  scrollTo(0, 0);
}

/** Checks the focused element at each release of Tab, after the scroll to it; runs in the page. */
function watchFocus(): void {
  globalThis.wrongWithFocus = [];
  addEventListener('keyup', () => {
    const node = document.activeElement;
    if (!node || node === document.body) return;
    node.removeAttribute('data-to-reach');
    // A link may cover its row by a pseudo-element, which has the outline then.
    const styles = [getComputedStyle(node), getComputedStyle(node.parentElement!), getComputedStyle(node, '::after')];
    const drawn = styles.some(({ outlineStyle, outlineWidth }) => {
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { top, bottom, width } = node.getBoundingClientRect();
    const name = `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`;
    if (!drawn) globalThis.wrongWithFocus.push(`no focus to be seen: ${name}`);
    else if (bottom <= 0 || top >= innerHeight || width === 0) globalThis.wrongWithFocus.push(`outside of the screen: ${name}`);
  });
}

/** Presses Tab several times without waiting for the page after each press. */
async function press(cdp: CDPSession, times: number): Promise<void> {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const each = (): Promise<unknown>[] => [
    cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ];
  await Promise.all(Array.from({ length: times }, each).flat());
}

/** Returns a function that walks by Tab from the top of the page to its end and returns the elements that it cannot reach or see. */
export async function tabWalker(page: Page, cdp: CDPSession): Promise<() => Promise<string[]>> {
  await page.evaluate(watchFocus);
  return async () => {
    await page.evaluate(begin);
    const toReach = page.locator('[data-to-reach]');
    const controls = page.locator('a[href], button:enabled, input:enabled, textarea:enabled, summary');
    // Long lists are drawn in steps, so more controls may appear before the last one is reached.
    const isOver = async (pressed: number): Promise<boolean> =>
      pressed >= 2 * (await controls.count()) + 10 || (await toReach.count()) === 0;
    for (let pressed = 0; !(await isOver(pressed)); pressed += 10) await press(cdp, 10);
    const missed = await toReach.evaluateAll((nodes) => nodes.map((node) => `not reached: ${node.outerHTML}`));
    return [...(await page.evaluate(() => globalThis.wrongWithFocus.splice(0))), ...missed];
  };
}
