import { launchBrowser } from '#tests/setup/launch.ts';
import type { Page } from 'playwright-core';
import { v7 } from 'uuid';
import { seededRandom } from '#server/demo/drawing/random.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, openStore } from '#server/store/store.ts';
import { phone } from '#tests/e2e/harness/device.ts';
import { workerReady, signIn } from '#tests/e2e/harness/people.ts';
import { openPhotos } from '#tests/e2e/harness/photos.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import { rounded, table } from '../figures.ts';

const photos = 1_000;
const pages = 5;
const slowdown = 4;

declare global {
  interface Window {
    longTasks?: number[];
  }
}

/** Scrolls through the first pages of a list of 1,000 photos on a slowed CPU, like a finger; returns a table. */
export async function measurePhotos(): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  try {
    await server.start();
    await fillPhotos(server);
    const page = await (await browser.newContext(phone({ baseURL: server.origin, worker: true }))).newPage();
    await signIn(page, 'anna');
    await workerReady(page);
    await openPhotos(page);
    await page.getByText(t('photos.count', { count: photos }), { exact: true }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(watchLongTasks);
    for (let number = 1; number <= pages; number += 1) {
      await scrollToTheEnd(page);
      if (number < pages) {
        await page.getByRole('link', { name: t('pagination.page', { page: number + 1 }), exact: true }).click();
        await page.waitForURL(`**/pictures/${number + 1}`);
      }
    }
    const tasks = await page.evaluate(() => window.longTasks ?? []);
    return table(
      [`${pages} pages of ${photos} photos, CPU slowed ${slowdown}×`, 'tasks over 50 ms', 'over 100 ms', 'longest'],
      [['scrolled', String(tasks.length), String(tasks.filter((ms) => ms > 100).length), `${rounded(Math.max(0, ...tasks))} ms`]],
    );
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Adds copies of the demo's photos directly to the database, with a change in the feed for each. */
async function fillPhotos({ dataDir }: EventServer): Promise<void> {
  const store = await openStore({ path: `${dataDir}/event-companion.db` });
  const random = seededRandom(3);
  await store.write(dynamicScopes(), async (trx) => {
    const ids = await sqlOf(trx).selectFrom('photos').select('id').execute();
    const shown = [
      ...(
        await loadRows(
          trx,
          'photos',
          ids.map(({ id }) => id),
        )
      ).values(),
    ];
    const rows = Array.from({ length: photos - shown.length }, (_, index) => ({
      ...shown[Math.floor(random() * shown.length)]!,
      id: v7(),
      order: shown.length + 1 + index,
    }));
    await rowStoreOf('photos').insert(trx, rows);
    await recordChanges(
      trx,
      rows.map((rowAfter) => ({ resource: 'photos', rowBefore: null, rowAfter })),
      Date.now(),
    );
  });
  await store.close();
}

/** Runs in the page. */
function watchLongTasks(): void {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks?.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
}

async function scrollToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(200, 400);
  const atEnd = () => page.evaluate(() => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2);
  do {
    await page.mouse.wheel(0, 150);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  } while (!(await atEnd()));
}
