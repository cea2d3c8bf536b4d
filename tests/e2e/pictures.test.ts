import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { thumbnailOf } from '#contract/pictures.ts';
import { canary } from '../fixtures/hostile/jpeg.ts';
import { button, buttonAbout, confirm } from './harness/chat.ts';
import { crash, loseCookies } from './harness/device.ts';
import {
  expectHidden,
  expectIdle,
  expectLevel,
  expectOffline,
  expectOpen,
  expectScreen,
  expectShown,
  expectSoon,
  heading,
} from './harness/expectations.ts';
import { hold } from './harness/network/held.ts';
import { workerReady, type Person, signIn, signInByForm } from './harness/people.ts';
import {
  chooseFile,
  expectDrawn,
  expectSentPhoto,
  fillIn,
  openPhotos,
  photo,
  preview,
  snapshotFile,
  storedPhotos,
  submit,
  waitingPhoto,
} from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

declare global {
  interface Window {
    /** Width and height of each picture that was decoded for drawing. */
    decoded?: [number, number][];
  }
}

/** Runs in the page before any other script. */
function noteDecoded(): void {
  const decoded: [number, number][] = [];
  window.decoded = decoded;
  const { createImageBitmap: whole } = window;
  window.createImageBitmap = async (...given: unknown[]) => {
    const bitmap = await (whole as (...all: unknown[]) => Promise<ImageBitmap>)(...given);
    decoded.push([bitmap.width, bitmap.height]);
    return bitmap;
  };
  const { decode } = ImageDecoder.prototype;
  ImageDecoder.prototype.decode = async function (...given) {
    const result = await decode.apply(this, given);
    decoded.push([result.image.displayWidth, result.image.displayHeight]);
    return result;
  };
}

const stored = (description: string) => storedPhotos(bench.server, description);

const jumps = 'Sprünge vom Steg / Jumps off the jetty';
const counter = (page: Page) => page.getByRole('region', { name: jumps });
const dialog = (page: Page) => page.getByRole('dialog', { name: jumps });
const plus = (page: Page) => button(page, t('statistic.plus', { name: jumps }));
const counted = async (page: Page): Promise<number> => Number(await counter(page).getByRole('status').textContent());

async function openCounters(page: Page): Promise<void> {
  await page.goto('/#/statistics/counter');
  await expectShown(counter(page));
}

/** Returns the person's count on the server and the links of its evidence. */
function proved(person: Person): { value: number; links: string[] } {
  const id = bench.server.userId(person);
  const [row] = bench.server.query<{ value: number }>('select value from user_statistics where statistic_id = 2 and user_id = ?', id);
  const links = bench.server.query<{ url: string }>('select url from evidence where statistic_id = 2 and author_id = ?', id);
  return { value: row?.value ?? 0, links: links.map(({ url }) => url) };
}

describe('a picture', () => {
  // small-first.test.ts and the simulation test the moment; this test proves that a browser can do it.
  it('is uploaded small on a slow network, and in full size when the network is good', async () => {
    const { page, context } = await bench.device();
    await page.clock.install();
    await signIn(page, 'anna');
    await openPhotos(page);
    let slow = true;
    await context.route('**/api/uploads/**', async (route) => {
      if (slow && route.request().method() === 'POST') await page.clock.fastForward(12_000);
      await route.continue();
    });
    await fillIn(page, 'Over a thin line', await snapshotFile(2_400, 1_600, 1.5));
    await submit(page, 'Over a thin line');
    const follows = photo(page, 'Over a thin line').getByText(t('photo_upload.follows'), { exact: true });
    await expectShown(follows);
    expect(stored('Over a thin line')).toMatchObject([{ url: expect.stringMatching(/-640x427\.webp$/) as string }]);
    slow = false;
    await page.clock.fastForward(11 * times.minute);
    await expectHidden(follows);
    expect(stored('Over a thin line')).toMatchObject([{ url: expect.stringMatching(/-1920x1280\.webp$/) as string }]);
    await expectIdle(page);
  });

  it('with many pixels is decoded at a smaller size, and upright', async () => {
    const { page } = await bench.device();
    await page.addInitScript(noteDecoded);
    await signIn(page, 'anna');
    await openPhotos(page);
    const red = await sharp({ create: { width: 4_000, height: 6_000, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    // The red left half becomes the upper half by the EXIF orientation.
    const buffer = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#00f' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await fillIn(page, 'Two halves', { name: 'large.jpg', mimeType: 'image/jpeg', buffer });
    await expectDrawn(preview(page));
    expect(await page.evaluate(() => window.decoded)).toEqual([[1_500, 2_000]]);
    await submit(page, 'Two halves');
    await expectSentPhoto(page, 'Two halves');
    const [row] = stored('Two halves');
    expect(row?.url).toMatch(/-1440x1920\.webp$/);
    const picture = sharp(join(bench.server.dataDir, row!.url));
    const colourAt = async (top: number): Promise<string> => {
      const [r = 0, , b = 0] = await picture.clone().extract({ left: 700, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
      return r > b ? 'red' : 'blue';
    };
    expect([await colourAt(100), await colourAt(1_800)]).toEqual(['red', 'blue']);
  });

  it('from a file is uploaded with a progress bar, shrunk and without camera metadata', async () => {
    const { page, context } = await bench.device();
    await signIn(page, 'anna');
    await openPhotos(page);
    await fillIn(page, 'Nebel über dem Steg', await snapshotFile());
    await expectDrawn(preview(page));
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 };
    const request = await hold(context, '/api/photo');
    await submit(page, 'Nebel über dem Steg');
    await request.reached;
    // Checks the pending bytes, because the server processes a picture again.
    const [waiting] = (await readTable(page, bench.server.userId('anna'), 'blobs')) as { type: string; bytes: Uint8Array }[];
    const bytes = Buffer.from(waiting!.bytes);
    const { width, height, format, exif, xmp } = await sharp(bytes).metadata();
    expect({ type: waiting!.type, width, height, format }).toEqual({ type: 'image/webp', width: 1_920, height: 1_280, format: 'webp' });
    expect([exif, xmp].map((found) => found !== undefined)).toEqual([false, false]);
    expect(bytes.includes(canary)).toBe(false);
    await network.send('Network.emulateNetworkConditions', slow);
    request.release();
    await expectShown(photo(page, 'Nebel über dem Steg').getByRole('progressbar', { name: t('photo_upload.sending') }));
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await expectSentPhoto(page, 'Nebel über dem Steg');
    await expectLevel(page);
    const [row] = stored('Nebel über dem Steg');
    expect(row?.url).toMatch(/-1920x1280\.webp$/);
    for (const link of [row!.url, thumbnailOf(row!.url)]) {
      const bytes = readFileSync(join(bench.server.dataDir, link));
      expect(bytes.includes(canary)).toBe(false);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
    expect(await readTable(page, bench.server.userId('anna'), 'blobs')).toEqual([]);
    await expectDrawn(photo(page, 'Nebel über dem Steg').locator('img'));
  });

  it('from the camera proves a count, and deleting it without network keeps the count', async () => {
    const { page, setOffline } = await bench.device();
    await signIn(page, 'ben');
    await openCounters(page);
    const name = (await counter(page).getByRole('heading').boundingBox())!;
    expect((await plus(page).boundingBox())!.y - (name.y + name.height)).toBeLessThan(24);
    const before = await counted(page);
    await plus(page).click();
    await button(dialog(page), t('picture_input.take')).click();
    const camera = page.getByRole('dialog', { name: t('camera.title') });
    await button(camera, t('camera.take')).click();
    await expectHidden(camera);
    await expectDrawn(preview(page));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectShown(counter(page).getByText(t('statistic.evidence_count', { count: 1 })));
    await expectLevel(page);
    const { value, links } = proved('ben');
    expect([value, links.length]).toEqual([before + 1, 1]);
    const taken = sharp(join(bench.server.dataDir, links[0]!));
    const [{ width, height }, { channels }] = await Promise.all([taken.metadata(), taken.stats()]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(limits.pictureSide);
    // Chromium's test picture has more than one colour.
    expect(channels.some(({ stdev }) => stdev > 5)).toBe(true);

    await counter(page).locator('summary').click();
    await expectDrawn(counter(page).locator('li img'));
    await buttonAbout(counter(page), t('statistic.evidence_delete')).click();
    // Without a service worker the dialog's code needs the network.
    await expectOpen(page.getByRole('alertdialog'));
    await setOffline(true);
    await confirm(page, t('statistic.evidence_delete'));
    await expectHidden(counter(page).locator('li img'));
    await expectOffline(page, 1);
    expect(proved('ben').links).toEqual(links);
    await setOffline(false);
    await expectLevel(page);
    expect(proved('ben')).toEqual({ value: before + 1, links: [] });
  });

  it('is kept after a crash without a server, pending or only chosen, and arrives once', async () => {
    const first = await bench.profile('pictures');
    await signIn(first.page, 'admin');
    await expectLevel(first.page);
    await workerReady(first.page);
    await openCounters(first.page);
    const before = await counted(first.page);
    // The server is down from here on: a browser that starts with network wakes the service worker, which would send before the test looks.
    await bench.killServer();
    await plus(first.page).click();
    await chooseFile(first.page, await snapshotFile(900, 600));
    await expectDrawn(preview(first.page));
    await button(dialog(first.page), t('statistic.evidence_submit')).click();
    await expectSoon(() => counted(first.page), before + 1);
    await openPhotos(first.page);
    await fillIn(first.page, 'Gewitter im Anmarsch', await snapshotFile(900, 600));
    await expectDrawn(preview(first.page));
    await expectIdle(first.page);
    await crash(first);

    const second = await bench.profile('pictures');
    const { page } = second;
    await openCounters(page);
    await expectSoon(() => counted(page), before + 1);
    await expectShown(counter(page).getByText(t('chat_item.waiting')));
    await openPhotos(page);
    await expectDrawn(preview(page));
    await expectSoon(() => page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue(), 'Gewitter im Anmarsch');
    await submit(page, 'Gewitter im Anmarsch');
    await page.reload();
    await expectShown(waitingPhoto(page, 'Gewitter im Anmarsch'));
    await expectDrawn(photo(page, 'Gewitter im Anmarsch').locator('img'));
    await page.goto('/#/not-sent');
    for (const picture of [0, 1]) await expectDrawn(page.getByRole('img', { name: t('photo_upload.picture') }).nth(picture));
    // A lost session must not lose pending pictures.
    await loseCookies(second);
    await bench.restartServer();
    // A tap would race with the app, which may have asked by itself and left this screen.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectShown(heading(page, t('login.title')));
    await signInByForm(page, 'admin');
    await expectLevel(page);
    const { value, links } = proved('admin');
    expect([value, links.length, stored('Gewitter im Anmarsch').length]).toEqual([before + 1, 1, 1]);
    expect(await readTable(page, bench.server.userId('admin'), 'blobs')).toEqual([]);
    expect(await readTable(page, bench.server.userId('admin'), 'drafts')).toEqual([]);
  });

  it('appears at once in card and header of its profile, is pending without network, reaches others, and is removed again', async () => {
    const { page, setOffline } = await bench.device();
    await signIn(page, 'orga');
    const id = bench.server.userId('orga');
    const image = () => bench.server.query<{ image: string | null }>('select image from users where id = ?', id)[0]!.image;
    await page.goto('/#/my-profile');
    await expectScreen(page, t('profile.my_profile'));
    const card = page.getByRole('form', { name: t('profile.card'), exact: true });
    await setOffline(true);
    await chooseFile(page, await snapshotFile(1_200, 800));
    const chosen = 'img[src^="blob:"]';
    await expectDrawn(card.locator(chosen));
    await button(card, t('profile.save')).click();
    await expectShown(card.getByText(t('chat_item.waiting')));
    await expectDrawn(card.locator(chosen));
    await expectDrawn(page.getByRole('banner').locator(chosen));
    await setOffline(false);
    await expectLevel(page);
    expect(image()).toMatch(/^\/images\/people\/[\w-]{22}-640x427\.webp$/);
    const link = image()!;
    await expectDrawn(card.locator(`img[src="${thumbnailOf(link)}"]`));
    await button(card, t('picture_input.remove')).click();
    await button(card, t('profile.save')).click();
    await expectHidden(card.getByText(t('chat_item.waiting')));
    await expectLevel(page);
    await expectSoon(image, null);
    // The file is deleted right after the commit, and no answer waits for that.
    await expectSoon(async () => (await fetch(bench.server.origin + link)).status, 404);
  });
});
