import { launchBrowser } from '#tests/setup/launch.ts';
import type { Page } from 'playwright-core';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectHidden, expectLevel, expectShown } from '#tests/e2e/harness/expectations.ts';
import { workerReady, signIn } from '#tests/e2e/harness/people.ts';
import { fillIn, openPhotos, photo, snapshotFile, submit } from '#tests/e2e/harness/photos.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { readTable } from '#tests/e2e/harness/storage.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import { rounded, table } from '../figures.ts';
import { ThinLine } from '../thin-line.ts';

/** 50 kbit/s, and every connection cut each half minute. */
const thin = { bytesPerSecond: 6_250, cutEvery: 30_000 };
const patience = 15 * 60_000;

/** Uploads a photo of some 600 kB over a line that is thin and cut every half minute, and measures the time; returns a table. */
export async function measureThinLine(): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  await server.start();
  const line = await ThinLine.open(server.port);
  try {
    const context = await browser.newContext(phone({ baseURL: line.origin, worker: true }));
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await openPhotos(page);
    await fillIn(page, 'Over a thin line', await snapshotFile(2_400, 1_600, 1.3));
    line.shape(thin);
    const begun = Date.now();
    const since = (moment: number): string => `${rounded((Date.now() - moment) / 1_000)} s`;
    await submit(page, 'Over a thin line');
    const size = await waitingBytes(page, server);
    const rows = () => server.query<{ url: string }>('select url from photos where description = ?', 'Over a thin line');
    while (rows().length === 0) await page.waitForTimeout(100);
    const there = [since(begun), rows()[0]!.url];
    const follows = photo(page, 'Over a thin line').getByText(t('photo_upload.follows'), { exact: true });
    await expectShown(follows);
    line.shape();
    const good = Date.now();
    await expectHidden(follows, patience);
    return table(
      [`a photo of ${rounded(size / 1_000)} kB at 50 kbit/s, cut every 30 s`, 'after', 'as'],
      [
        ['there for others', ...there],
        ['whole, from when the line was good again', since(good), rows()[0]!.url],
      ],
    );
  } finally {
    await browser.close();
    await line.close();
    await server.dispose();
  }
}

async function waitingBytes(page: Page, server: EventServer): Promise<number> {
  const [waiting] = (await readTable(page, server.userId('anna'), 'blobs')) as { bytes: Uint8Array }[];
  return waiting?.bytes.length ?? 0;
}
