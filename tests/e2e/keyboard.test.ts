import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, buttonAbout } from './harness/chat.ts';
import { expectGone, expectLevel, expectOpen, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { pageTexts, t } from './harness/texts.ts';

const bench = setUp();

/** Each screen, its title, and what stands there once it is drawn: the screen before it may have the same. */
const screens: Record<string, readonly [title: string, content: string]> = {
  home: [eventTitle, 'main article'],
  schedule: [t('schedule.title'), 'main article'],
  chat: [t('chat.title'), 'main article'],
  pictures: [t('photos.title'), 'main article'],
  announcements: [t('announcements.title'), 'main article'],
  meetups: [t('meetups.title'), 'main article'],
  participants: [t('participants.title'), 'main li'],
  statistics: [t('statistic.title'), 'main li'],
  'statistics/counter': [t('statistic.title'), 'main output'],
  feedback: [t('feedback_simple.title'), 'main textarea'],
  notifications: [t('notifications.title'), 'main input'],
  'my-profile': [t('profile.my_profile'), 'main input:not([hidden])'],
  share: [t('share.title'), 'main button'],
  faq: [pageTexts.en('faq.title'), 'main summary'],
  'not-sent': [t('not_sent.title'), 'main button'],
  'admin/announcements': [t('admin_announcements.title'), 'main form'],
  'admin/event-schedule': [t('admin_schedule.title'), 'main article'],
};

async function open(page: Page, screen: string): Promise<void> {
  await page.goto(`/#/${screen}`);
  const [title, content] = screens[screen]!;
  await expectScreen(page, title);
  await expectShown(page.locator(content).first());
  // A new screen takes the focus to its heading when it has been drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Presses Tab from the top of the page to its end; gives what cannot be reached, cannot be seen when it has the focus, or holds it. */
async function walk(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const hidden = (node: Element): boolean => !node.checkVisibility() || node.closest('[inert]') !== null;
    // Of a group of radio buttons one is reached by Tab, the others by arrows.
    const grouped = (node: Element): boolean => node instanceof HTMLInputElement && node.type === 'radio';
    const all = [...document.querySelectorAll('a[href], button:enabled, input:enabled, textarea:enabled, summary')];
    for (const node of all) if (!hidden(node) && !grouped(node)) node.toggleAttribute('data-to-reach', true);
    // Where the next Tab begins: before everything.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo(0, 0);
  });
  const left = await page.locator('[data-to-reach]').count();
  const found: string[] = [];
  for (let step = 0; step < 2 * left + 10; step += 1) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(() => {
      const node = document.activeElement;
      if (!node || node === document.body) return 'end';
      node.removeAttribute('data-to-reach');
      const name = `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`;
      const drawn = [node, node.parentElement!].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      const { top, bottom, width } = node.getBoundingClientRect();
      if (!drawn) return `no focus to be seen: ${name}`;
      return bottom <= 0 || top >= innerHeight || width === 0 ? `outside of the screen: ${name}` : null;
    });
    if (problem === 'end') break;
    if (problem !== null) found.push(problem);
  }
  const missed = await page.locator('[data-to-reach]').evaluateAll((nodes) => nodes.map((node) => `not reached: ${node.outerHTML}`));
  return [...found, ...missed];
}

interface AxNode {
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
}

/** What a list of the page's controls says; the same words twice must mean the same. */
async function unclearNames(page: Page, cdp: CDPSession): Promise<string[]> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  const shown = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value}: ${name?.value ?? ''}`);
  const controls = shown.filter((line) => /^(button|link|textbox|searchbox|checkbox|switch|radio|DisclosureTriangle|image): /.test(line));
  // Two buttons of a person open the same; so do two links to one place.
  const people = new Set(
    await page.locator('button[aria-haspopup=dialog]').evaluateAll((nodes) => nodes.map((node) => `button: ${node.textContent}`)),
  );
  const buttons = controls.filter((line) => line.startsWith('button: ') && !people.has(line));
  const unnamed = controls.filter((line) => line.endsWith(': '));
  return [...unnamed, ...buttons.filter((line, index) => buttons.indexOf(line) !== index)];
}

describe('without a mouse', () => {
  it('every screen is walked through from the skip link to its end, and every control says what it is about', async () => {
    const { page, context } = await bench.device();
    await signIn(page, 'orga');
    await expectLevel(page);
    const cdp = await context.newCDPSession(page);
    const found: Record<string, string[]> = {};
    for (const screen of Object.keys(screens)) {
      await open(page, screen);
      const problems = [...(await unclearNames(page, cdp)), ...(await walk(page))];
      if (problems.length > 0) found[screen] = problems;
    }
    expect(found).toEqual({});
  });

  it('the first Tab leads to the link that skips to the content, and past the header', async () => {
    const { page } = await bench.device();
    await signIn(page, 'anna');
    await page.reload();
    await expectLevel(page);
    await page.keyboard.press('Tab');
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expectSoon(() => focused(), t('app.skip'));
    await page.keyboard.press('Enter');
    await expectSoon(() => page.evaluate(() => document.activeElement?.tagName), 'MAIN');
    await page.keyboard.press('Tab');
    await expectSoon(() => page.evaluate(() => document.querySelector('main')!.contains(document.activeElement)), true);
  });

  it('what lies over a screen keeps the focus while it is open, and gives it back to what opened it', async () => {
    const { page } = await bench.device();
    await signIn(page, 'anna');
    await expectLevel(page);
    await open(page, 'chat');
    for (const [opener, role] of [
      [button(page, t('menu.open')), 'dialog'],
      [button(page, t('profile.open')), 'dialog'],
      [page.locator('main button[aria-haspopup=dialog]').first(), 'dialog'],
      [buttonAbout(page, t('chat_item.delete')).first(), 'alertdialog'],
    ] as const) {
      await opener.focus();
      await page.keyboard.press('Enter');
      const top = page.getByRole(role);
      await expectOpen(top);
      await page.keyboard.press('Escape');
      await expectGone(top);
      await expectSoon(() => opener.evaluate((node) => node === document.activeElement), true);
    }
  });
});
