import { launchBrowser } from '#tests/setup/launch.ts';
import type { Page } from 'playwright-core';
import { openChat } from '#tests/e2e/harness/chat.ts';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectLevel } from '#tests/e2e/harness/expectations.ts';
import { workerReady, signIn } from '#tests/e2e/harness/people.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import { median, ratio, rounded, table } from '../figures.ts';

const posts = 2_000;
/** Takes the median of so many taps, at the beginning and after each of `marks` posts. */
const looked = 50;
const marks = [300, 1_000, posts];

/**
 * Writes posts by the form without network, and measures the time from each tap until its post is shown, and so stored; returns a table.
 */
export async function measureWriting(): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  try {
    await server.start();
    const context = await browser.newContext(phone({ baseURL: server.origin, worker: true }));
    const page = await context.newPage();
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await openChat(page);
    await context.setOffline(true);
    const taps: number[] = [];
    while (taps.length < posts) taps.push(...(await write(page, taps.length, looked)));
    const first = median(taps.slice(0, looked));
    const row = (name: string, ms: number): string[] => [name, `${rounded(ms)} ms`, ratio(ms, first)];
    return table(
      ['without network, from the tap until the post is drawn', `median of ${looked}`, 'ratio'],
      [row('the first', first), ...marks.map((mark) => row(`up to ${mark}`, median(taps.slice(mark - looked, mark))))],
    );
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Posts in the page itself, so that the driver's own time does not count. */
function write(page: Page, from: number, count: number): Promise<number[]> {
  const words = { label: t('chat_create.label'), submit: t('chat_create.submit') };
  return page.evaluate(
    async ({ words, from, count }) => {
      const changed = <T>(look: () => T | null | undefined | false): Promise<T> =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => tryIt());
          const tryIt = (): void => {
            const found = look();
            if (!found) return;
            observer.disconnect();
            resolve(found);
          };
          observer.observe(document, { subtree: true, childList: true, characterData: true });
          tryIt();
        });
      const buttonOf = (name: string) =>
        [...document.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === name);
      const field = () => document.querySelector<HTMLTextAreaElement>('main textarea');
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
      const taps: number[] = [];
      for (let number = from; number < from + count; number += 1) {
        const content = `Post number ${number}, written without network.`;
        const text = await changed(field);
        setValue.call(text, content);
        text.dispatchEvent(new Event('input', { bubbles: true }));
        // Taps after the draft is stored, as a person does.
        await new Promise((done) => setTimeout(done, 50));
        const tapped = performance.now();
        buttonOf(words.submit)!.click();
        await changed(() => [...document.querySelectorAll('main article')].some((article) => article.textContent?.includes(content)));
        taps.push(performance.now() - tapped);
        await changed(() => field()?.value === '');
      }
      return taps;
    },
    { words, from, count },
  );
}
