import type { CDPSession, Page } from 'playwright-core';

interface AxNode {
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
}

/** Chromium's own buttons in date fields, in addition to the field's name. */
const ofBrowser = /^button: Show (?:local date and time|date|time) picker\b/;

/** Returns controls without a name, and buttons that share a name although they act on different things. */
export async function ambiguousControls(page: Page, cdp: CDPSession): Promise<string[]> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  const shown = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value}: ${name?.value ?? ''}`);
  const controls = shown.filter((line) => /^(button|link|textbox|searchbox|checkbox|switch|radio|DisclosureTriangle|image): /.test(line));
  // Two buttons of a person open the same dialog; two links of one name lead to one place.
  const people = new Set(
    await page.locator('button[aria-haspopup=dialog]').evaluateAll((nodes) => nodes.map((node) => `button: ${node.textContent}`)),
  );
  const buttons = controls.filter((line) => line.startsWith('button: ') && !people.has(line) && !ofBrowser.test(line));
  const unnamed = controls.filter((line) => line.endsWith(': '));
  return [...unnamed, ...buttons.filter((line, index) => buttons.indexOf(line) !== index)];
}
