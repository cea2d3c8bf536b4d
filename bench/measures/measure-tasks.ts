import type { Browser } from 'playwright-core';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectLevel, expectScreen } from '#tests/e2e/harness/expectations.ts';
import { eventTitle, signIn } from '#tests/e2e/harness/people.ts';
import { type ScreenPath, screenIs } from '#tests/e2e/harness/screens.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { launchBrowser } from '#tests/setup/launch.ts';
import { median, rounded, table } from '../figures.ts';
import { fiveTasks, type Task } from '../tasks/five-tasks.ts';
import { type Effort, Hand } from '../tasks/hand.ts';
import { prepare } from '../tasks/story.ts';

const slowdown = 4;
const visited: readonly ScreenPath[] = ['schedule', 'chat', 'announcements', 'pictures'];

/**
 * Measures five tasks on a phone with a slowed CPU, from the home screen to the result: taps, swipes, filled fields, and the time of a
 * practised hand without reading and thinking. Returns a table.
 */
export async function measureTasks({ runs }: { runs: number }): Promise<string> {
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    for (const task of fiveTasks) {
      const efforts: Effort[] = [];
      for (let run = 0; run < runs; run += 1) efforts.push(await once(browser, task));
      const [{ taps, swipes, fields }] = efforts as [Effort];
      const seconds = median(efforts.map(({ ms }) => ms)) / 1_000;
      rows.push([task.name, ...[taps, swipes, fields].map(String), `${rounded(seconds)} s`]);
    }
    return table([`task on a phone, CPU slowed ${slowdown}×`, 'taps', 'swipes', 'fields', `median of ${runs}`], rows);
  } finally {
    await browser.close();
  }
}

async function once(browser: Browser, { person, act }: Task): Promise<Effort> {
  const server = new EventServer();
  try {
    await server.start();
    const happens = await prepare(server);
    const context = await browser.newContext(phone({ baseURL: server.origin }));
    const page = await context.newPage();
    await signIn(page, person);
    // The last visit: nothing is new afterwards.
    for (const path of visited) {
      const [title, content] = screenIs(path);
      await page.goto(`/#/${path}`);
      await expectScreen(page, title);
      await page.locator(content).first().waitFor();
      // Until the marks of the shown rows are stored.
      await page.waitForTimeout(1_000);
    }
    await page.goto('/#/home');
    await expectLevel(page);
    await happens();
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectLevel(page);
    await page.getByRole('main').getByRole('heading').nth(1).waitFor();
    // The code of other screens is loaded by then.
    await page.waitForTimeout(3_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const hand = new Hand(page);
    const effort = await hand.during(() => act(page, hand));
    await context.close();
    return effort;
  } finally {
    await server.dispose();
  }
}
