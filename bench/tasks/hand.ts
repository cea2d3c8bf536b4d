import type { Locator, Page } from 'playwright-core';

/** The time (ms) that a practised hand needs: for a tap, a swipe, a character, and a look at the focus. Reading and thinking are not counted. */
const handTime = { tap: 400, swipe: 500, key: 80, look: 500 } as const;

/** A swipe moves the page by this share of the screen. */
const swipeShare = 0.7;

export interface Effort {
  readonly taps: number;
  readonly swipes: number;
  readonly fields: number;
  /** From the first look at the home screen to the result, in milliseconds. */
  readonly ms: number;
}

/** One hand on a phone: it reaches only what is in sight, and counts what it does. */
export class Hand {
  readonly #page: Page;
  #taps = 0;
  #swipes = 0;
  #fields = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Swipes until the element is in sight, and not below a bar. */
  async see(target: Locator): Promise<void> {
    const element = target.first();
    await element.waitFor({ state: 'attached' });
    for (let left = 60; ; left -= 1) {
      const side = await element.evaluate(sideOf);
      if (side === 0) return;
      if (left === 0) throw new Error('no swipe reaches the element');
      this.#swipes += 1;
      await this.#page.waitForTimeout(handTime.swipe);
      await element.evaluate(swipe, side * swipeShare);
    }
  }

  async tap(target: Locator): Promise<void> {
    await this.see(target);
    this.#taps += 1;
    await this.#page.waitForTimeout(handTime.tap);
    await target.first().tap();
  }

  /** Fills in a field, after a tap unless it has the focus. */
  async fill(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await this.#getsFocus(field))) await this.tap(field);
    this.#fields += 1;
    await this.#page.waitForTimeout(text.length * handTime.key);
    await field.fill(text);
  }

  /** Returns whether the app moves the focus to a field within the time of a look. */
  async #getsFocus(field: Locator): Promise<boolean> {
    const node = await field.elementHandle();
    return this.#page
      .waitForFunction((target) => target === document.activeElement, node, { timeout: handTime.look })
      .then(() => true)
      .catch(() => false);
  }

  async during(work: () => Promise<void>): Promise<Effort> {
    const start = performance.now();
    await work();
    return { taps: this.#taps, swipes: this.#swipes, fields: this.#fields, ms: performance.now() - start };
  }
}

/** Returns 0 if no bar covers the element, 1 if it is further down, and -1 if it is further up. Runs in the page. */
function sideOf(element: Element): number {
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = y + height / 2;
  const top = document.elementFromPoint(x + width / 2, middle);
  const bars = 'header, nav';
  if (top !== null && top.closest(bars) === element.closest(bars)) return 0;
  return middle < innerHeight / 2 ? -1 : 1;
}

/** Scrolls whatever the element is in. Runs in the page. */
function swipe(element: Element, by: number): void {
  let box: Element | null = element.parentElement;
  while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement;
  (box ?? document.scrollingElement)?.scrollBy({ top: by * innerHeight, behavior: 'instant' });
}
