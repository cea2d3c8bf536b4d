import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button } from '../harness/chat.ts';
import { expectFocus, expectHidden, expectLevel, expectSoon } from '../harness/expectations.ts';
import { deviceOf } from '../harness/organising.ts';
import { openScreen } from '../harness/screens.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const handle = (page: Page, name: string): Locator => button(page, t('order.drag', { name }));

/** Returns the names in a list in the order on the screen, also during a drag. */
async function order(list: Locator): Promise<string[]> {
  const [before] = t('order.drag', { name: '\n' }).split('\n');
  const handles = await list.getByRole('button', { name: new RegExp(`^${before}`) }).all();
  const labels = await Promise.all(handles.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => label!.slice(before!.length));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middle(locator: Locator): Promise<Point> {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

interface Pointer {
  down(at: Point): Promise<unknown>;
  move(to: Point): Promise<unknown>;
  up(): Promise<unknown>;
}

function mouseOf({ mouse }: Page): Pointer {
  return {
    down: ({ x, y }) => mouse.move(x, y).then(() => mouse.down()),
    move: ({ x, y }) => mouse.move(x, y),
    up: () => mouse.up(),
  };
}

async function fingerOn(page: Page): Promise<Pointer> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  return { down: (at) => touch('touchStart', at), move: (to) => touch('touchMove', to), up: () => touch('touchEnd') };
}

/** Returns the announcement for screen readers. */
const announcementOf = (list: Locator): Promise<string> => list.locator('xpath=following-sibling::p').innerText();

/** Drags an item to the place of another. On the way it stays under the pointer, and the others make room. */
async function drag(list: Locator, pointer: Pointer, { name, to, after }: { name: string; to: string; after: string[] }): Promise<void> {
  const page = list.page();
  const [start, end] = [await middle(handle(page, name)), await middle(handle(page, to))];
  await pointer.down(start);
  await expectSoon(() => announcementOf(list), t('order.picked', { name }));
  await pointer.move({ x: start.x, y: (start.y + end.y) / 2 });
  await pointer.move(end);
  await expectSoon(async () => Math.abs((await middle(handle(page, name))).y - end.y) < 10, true);
  await expectSoon(() => order(list), after);
  await pointer.up();
  await expectSoon(() => announcementOf(list), t('order.dropped', { name, position: after.indexOf(name) + 1, total: after.length }));
  await expectHidden(page.locator('[data-dnd-dragging]'));
  expect(await order(list)).toEqual(after);
}

describe('an order', () => {
  it('changes by mouse and by touch, and applies to the app’s menu at once', async () => {
    const { page } = await deviceOf(bench, 'orga');
    await openScreen(page, 'admin/event-menu');
    const list = page.locator('main form ol').first();
    const [home, schedule, meetups, ...rest] = (await order(list)) as [string, string, string, ...string[]];
    const upwards = { name: meetups, to: home, after: [meetups, home, schedule, ...rest] };
    await drag(list, mouseOf(page), upwards);
    const [fourth, fifth] = rest as [string, string];
    const downwards = [meetups, home, schedule, fifth, fourth, ...rest.slice(2)];
    await drag(list, await fingerOn(page), { name: fourth, to: fifth, after: downwards });
    await expectLevel(page);
    await button(page, t('menu.open')).click();
    const menu = page.getByRole('dialog').getByRole('navigation', { name: t('menu.label') });
    await expectSoon(() => menu.getByRole('list').first().getByRole('link').locator('span:not([aria-hidden])').allInnerTexts(), downwards);
  });

  it('changes by keyboard on the home screen with announced places and kept focus, and applies at once', async () => {
    const { page } = await deviceOf(bench, 'orga');
    await openScreen(page, 'admin/home-screen');
    const list = page.locator('main form ol').first();
    const name = t('home_component.active_announcements');
    const names = await order(list);
    const at = names.indexOf(name);
    const expectTold = async (words: string): Promise<void> => {
      await expectSoon(() => announcementOf(list), words);
      await expectFocus(handle(page, name));
    };
    const textOf = (what: 'moved' | 'dropped', position: number) =>
      t(`order.${what}`, { name, position: position + 1, total: names.length });
    await handle(page, name).focus();
    for (const [key, words] of [
      ['Space', t('order.picked', { name })],
      ['ArrowDown', textOf('moved', at + 1)],
      ['Escape', textOf('dropped', at)],
      ['Enter', t('order.picked', { name })],
      ['ArrowUp', textOf('moved', at - 1)],
      ['ArrowUp', textOf('moved', at - 2)],
      ['Space', textOf('dropped', at - 2)],
    ] as const) {
      await page.keyboard.press(key);
      await expectTold(words);
    }
    expect(await order(list)).toEqual(names.filter((each) => each !== name).toSpliced(at - 2, 0, name));
    await expectLevel(page);
    await expectFocus(handle(page, name));
    await openScreen(page, 'home');
    const first = async () => (await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 2);
    await expectSoon(first, [t('announcements.title'), t('schedule.title')]);
  });
});
