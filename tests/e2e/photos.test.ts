import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { thumbnailOf } from '../../contract/pictures.ts';
import { demoPhotos } from '../../server/demo/photos.ts';
import { canary } from '../fixtures/hostile/jpeg.ts';
import { button, buttonAbout, confirm, tryNow } from './harness/chat.ts';
import { expectGone, expectLevel, expectOffline, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { hold } from './harness/held.ts';
import { installed, signIn } from './harness/people.ts';
import {
  expectDrawn,
  expectKept,
  expectSentPhoto,
  fillIn,
  keptThumbnails,
  openPhotos,
  photo,
  preview,
  snapshotFile,
  submit,
  waitingPhoto,
} from './harness/photos.ts';
import { workerOf } from './harness/push.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** Signs somebody in and waits for all that an offline start needs. */
async function ready(page: Page, person: 'anna' | 'ben' | 'admin' = 'anna'): Promise<void> {
  await page.goto('/');
  await signIn(page, person);
  await expectLevel(page);
  await installed(page);
  await openPhotos(page);
}

const stored = (description: string) => bench.server.query<{ url: string }>('select url from photos where description = ?', description);

/** What was asked for as the person logged out is refused, which the browser reports. */
const logout = /^Failed to load resource: .* 401 .*\/api\/sync/;

/** What is kept of pictures that are nobody else's business. */
const keptPictures = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /thumbnails|faces|^pictures$/.test(name));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url);
  });

const newest = demoPhotos.at(-1)!.description;

describe('a photo', () => {
  it('from the files goes up with a progress bar, shrunk and without what the camera wrote into it', async () => {
    const { page, context } = await bench.device({ worker: true });
    await ready(page);
    await fillIn(page, 'Nebel über dem Steg', await snapshotFile());
    await expectDrawn(preview(page));
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 };
    const request = await hold(context, '/api/photo');
    await submit(page, 'Nebel über dem Steg');
    await request.reached;
    // Not yet what the server, which does it all again, made of it.
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
    await expectSoon(() => readTable(page, bench.server.userId('anna'), 'blobs'), []);
    await expectDrawn(photo(page, 'Nebel über dem Steg').locator('img'));
  });

  it('from the camera', async () => {
    const { page } = await bench.device({ worker: true });
    await ready(page);
    await fillIn(page, 'Ich, ganz in Grün');
    await button(page, t('picture_input.take')).click();
    const camera = page.getByRole('dialog', { name: t('camera.title') });
    await button(camera, t('camera.take')).click();
    await expectGone(camera);
    await submit(page, 'Ich, ganz in Grün');
    await expectSentPhoto(page, 'Ich, ganz in Grün');
    await expectLevel(page);
    const taken = sharp(join(bench.server.dataDir, stored('Ich, ganz in Grün')[0]!.url));
    const [{ width, height }, { channels }] = await Promise.all([taken.metadata(), taken.stats()]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(limits.pictureSide);
    // Chromium's own test picture: not all of one colour.
    expect(channels.some(({ stdev }) => stdev > 5)).toBe(true);
  });

  it('without a camera says so, and leaves the files', async () => {
    const { page, context } = await bench.device({ worker: true });
    await context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
    });
    await ready(page);
    await fillIn(page, 'Ohne Kamera');
    await button(page, t('picture_input.take')).click();
    await expectShown(page.getByRole('alert').getByText(t('camera.failed')));
  });

  it('shared without network is there, with its picture, after the app was ended and started again, and goes out once', async () => {
    const first = await bench.profile('waiting');
    await ready(first.page);
    await first.setOffline(true);
    await expectOffline(first.page);
    await fillIn(first.page, 'Gewitter im Anmarsch', await snapshotFile(900, 600));
    await submit(first.page, 'Gewitter im Anmarsch');
    await expectShown(waitingPhoto(first.page, 'Gewitter im Anmarsch'));
    // A browser that starts with network wakes the service worker, which would send the photo before the test looks.
    await bench.killServer();
    await first.context.close();

    const second = await bench.profile('waiting');
    await second.page.goto('/#/pictures');
    await expectShown(waitingPhoto(second.page, 'Gewitter im Anmarsch'));
    await expectDrawn(photo(second.page, 'Gewitter im Anmarsch').locator('img'));
    await second.page.goto('/#/not-sent');
    await expectDrawn(second.page.getByRole('img', { name: t('photo_upload.picture') }));
    await bench.restartServer();
    await tryNow(second.page);
    await openPhotos(second.page);
    await expectSentPhoto(second.page, 'Gewitter im Anmarsch');
    await expectLevel(second.page);
    expect(stored('Gewitter im Anmarsch')).toHaveLength(1);
    await expectSoon(() => readTable(second.page, bench.server.userId('anna'), 'blobs'), []);
  });

  it('chosen and not shared yet is there again, with its words, after a crash, and can be taken away', async () => {
    const first = await bench.profile('chosen');
    await ready(first.page, 'ben');
    await first.setOffline(true);
    await fillIn(first.page, 'Noch nicht fertig', await snapshotFile(900, 600));
    await expectDrawn(preview(first.page));
    const ben = bench.server.userId('ben');
    const rows = (page: Page) => Promise.all(['drafts', 'blobs'].map(async (table) => (await readTable(page, ben, table)).length));
    await expectSoon(() => rows(first.page), [2, 1]);
    const gone = first.context.waitForEvent('close');
    const session = await first.context.newCDPSession(first.page);
    await session.send('Browser.crash').catch(() => undefined);
    await gone;

    const { page, setOffline } = await bench.profile('chosen');
    await setOffline(true);
    await page.goto('/#/pictures');
    await expectDrawn(preview(page));
    await expectSoon(() => page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue(), 'Noch nicht fertig');
    await button(page, t('picture_input.remove')).click();
    await expectGone(preview(page));
    await expectSoon(() => rows(page), [1, 0]);
    await fillIn(page, 'Jetzt fertig', await snapshotFile(600, 400));
    await submit(page, 'Jetzt fertig');
    // What waits has its bytes; nothing is left of what was chosen.
    await expectSoon(() => rows(page), [0, 1]);
  });

  it('is deleted by its author or an admin, who are asked first; nobody else can, and its picture goes too', async () => {
    const [anna, ben, admin] = [
      await bench.device({ worker: true }),
      await bench.device({ worker: true }),
      await bench.device({ worker: true }),
    ];
    await ready(ben.page, 'ben');
    await fillIn(ben.page, 'Bens Zelt', await snapshotFile(600, 400));
    await submit(ben.page, 'Bens Zelt');
    await expectSentPhoto(ben.page, 'Bens Zelt');
    const [{ url } = { url: '' }] = stored('Bens Zelt');
    await ready(anna.page);
    await expectShown(photo(anna.page, 'Bens Zelt'));
    await expectGone(buttonAbout(photo(anna.page, 'Bens Zelt'), t('photo_item.delete')));
    await ready(admin.page, 'admin');
    // Who still asks for it when it is gone hears that there is none, which the browser reports.
    for (const { page } of [anna, ben, admin]) {
      await expectDrawn(photo(page, 'Bens Zelt').locator('img'));
      await expectKept(page, thumbnailOf(url));
    }
    await buttonAbout(photo(admin.page, 'Bens Zelt'), t('photo_item.delete')).click();
    await confirm(admin.page, t('photo_item.delete'));
    await expectGone(photo(admin.page, 'Bens Zelt'));
    await expectGone(photo(ben.page, 'Bens Zelt'));
    await expectSoon(() => readdirSync(join(bench.server.dataDir, 'images/photos')).filter((name) => url.endsWith(name)), []);
  });
});

describe('without network', () => {
  it('thumbnails are there after a sync, a whole picture once it was seen, and one that was not says so', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await ready(page);
    await expectShown(photo(page, newest));
    const count = bench.server.query('select id from photos').length;
    await expectSoon(() => keptThumbnails(page), count, 30_000);
    const open = (description: string) => page.getByRole('link', { name: t('photo_item.open', { description }) });
    await open(newest).click();
    await expectDrawn(page.getByRole('dialog').getByRole('img'));
    await expectKept(page, stored(newest)[0]!.url);
    await button(page.getByRole('dialog'), t('app.close')).click();
    await setOffline(true);
    await page.reload();
    await expectOffline(page);
    await expectSoon(() => page.getByRole('article').locator('img').count(), Math.min(count, limits.pageSize));
    for (const image of await page.getByRole('article').locator('img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expectDrawn(image);
    }
    await open(newest).click();
    await expectDrawn(page.getByRole('dialog').getByRole('img'));
    await button(page.getByRole('dialog'), t('app.close')).click();
    const unseen = demoPhotos.at(-2)!.description;
    await open(unseen).click();
    await expectShown(page.getByRole('dialog').getByText(t('photos.error_fetch')));
    await expectDrawn(page.getByRole('dialog').getByRole('img'));
    await button(page.getByRole('dialog'), t('app.close')).click();
    await expectGone(page.getByRole('dialog'));
    await Promise.all([seen(page, t('photos.error_fetch'), '[role=alert]'), button(page, t('app.refresh')).click()]);
  });

  it('nothing of them is left after a logout', async () => {
    const { page, watch } = await bench.device({ worker: true });
    watch.expect(logout);
    await ready(page);
    await expectSoon(async () => (await keptThumbnails(page)) > 5, true, 30_000);
    await page.goto('/#/logout');
    await expectShown(page.getByLabel(t('login.username'), { exact: true }));
    await expectSoon(() => keptPictures(page), []);
  });
});

describe('at a logout', () => {
  it('a picture that is still on its way is not kept', async () => {
    const { page, context, watch } = await bench.device({ worker: true });
    watch.expect(logout);
    await ready(page);
    const [{ url }] = stored(newest) as [{ url: string }];
    const late = await hold(context, url);
    await page.evaluate((link) => void fetch(link), url);
    await late.reached;
    const worker = workerOf(context);
    await worker.evaluate(() => {
      const { put } = Cache.prototype;
      const puts: string[] = ((globalThis as { puts?: string[] }).puts = []);
      Cache.prototype.put = async function (request, response) {
        await put.call(this, request, response);
        puts.push(new URL((request as Request).url).pathname);
      };
    });
    await page.goto('/#/logout');
    await expectShown(page.getByLabel(t('login.username'), { exact: true }));
    late.release();
    await expectSoon(() => worker.evaluate((link) => (globalThis as { puts?: string[] }).puts?.includes(link), url), true);
    await expectSoon(() => keptPictures(page), []);
  });
});

describe('a photo that fails', () => {
  it('asks for what is missing, and says so where the file is no picture', async () => {
    const { page } = await bench.device({ worker: true });
    await ready(page);
    await button(page, t('photo_upload.open')).click();
    await button(page, t('photo_upload.submit')).click();
    await expectShown(page.getByText(t('photo_upload.mandatory')));
    await fillIn(page, 'Nur Worte');
    await button(page, t('photo_upload.submit')).click();
    await expectShown(page.getByText(t('photo_upload.no_file')));
    await fillIn(page, 'Nur Worte', { name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expectShown(page.getByText(t('photo_upload.process_failed')));
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    await page.reload();
    await expectSoon(() => page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue(), 'Nur Worte');
  });

  it('for want of room on the device keeps picture and words', async () => {
    const { page, context } = await bench.device({ worker: true });
    await context.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, key) {
        if (this.name === 'blobs' && localStorage.getItem('full')) throw new DOMException('No room', 'QuotaExceededError');
        return key === undefined ? put.call(this, value) : put.call(this, value, key);
      };
    });
    await ready(page);
    await page.evaluate(() => localStorage.setItem('full', '1'));
    await fillIn(page, 'Kein Platz', await snapshotFile(300, 200));
    await expectShown(preview(page));
    await button(page, t('photo_upload.submit')).click();
    await expectShown(page.getByText(t('photo_upload.storage_full')));
    await expectSoon(() => page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue(), 'Kein Platz');
    await page.evaluate(() => localStorage.removeItem('full'));
    await submit(page, 'Kein Platz');
    await expectSentPhoto(page, 'Kein Platz');
    await expectLevel(page);
    expect(stored('Kein Platz')).toHaveLength(1);
  });

  it('for the server is shown as refused with its picture, and goes out when there is room', async () => {
    const { page, watch } = await bench.device({ worker: true });
    watch.expect(/^Failed to load resource: .* 422 .*\/api\/photo/);
    await ready(page);
    const fill = `insert into photos select 'fill-' || value, 1, ?, url, description, "order", created_at, 1
      from json_each('[${Array.from({ length: 200 }, (_, index) => index).join()}]'), (select * from photos limit 1)`;
    bench.server.change(fill.replaceAll('value', 'json_each.value'), bench.server.userId('anna'));
    await fillIn(page, 'Eins zu viel', await snapshotFile(300, 200));
    await expectShown(preview(page));
    await button(page, t('photo_upload.submit')).click();
    const card = page.getByRole('article').filter({ hasText: t('photo_upload.failed') });
    await expectShown(card.getByText('Eins zu viel'));
    await expectDrawn(card.locator('img'));
    bench.server.change("delete from photos where id like 'fill-%'");
    await button(card, t('refused.edit')).click();
    await card.getByRole('textbox').fill('Jetzt passt es');
    await button(card, t('refused.resend')).click();
    await expectSentPhoto(page, 'Jetzt passt es');
    await expectLevel(page);
    expect(stored('Jetzt passt es')).toHaveLength(1);
  });
});

describe('photos and text', () => {
  it('a picture that hangs holds up no post', async () => {
    const { page, context } = await bench.device({ worker: true });
    await ready(page);
    const picture = await hold(context, '/api/photo');
    await fillIn(page, 'Hängt', await snapshotFile(300, 200));
    await submit(page, 'Hängt');
    await expectShown(waitingPhoto(page, 'Hängt'));
    await page.goto('/#/chat');
    await button(page, t('chat_create.open')).click();
    await page.getByLabel(t('chat_create.label'), { exact: true }).fill('Text kommt durch');
    await button(page, t('chat_create.submit')).click();
    await expectSoon(() => bench.server.posts(['Text kommt durch']).length, 1);
    await picture.reached;
    expect(stored('Hängt')).toHaveLength(0);
    picture.release();
    await expectLevel(page);
    expect(stored('Hängt')).toHaveLength(1);
  });
});
