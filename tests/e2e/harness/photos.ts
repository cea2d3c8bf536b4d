import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { pictureCaches } from '#sync/device/picture-caches.ts';
import { canary } from '#tests/fixtures/hostile/jpeg.ts';
import { expectHidden, expectScreen, expectShown, expectSoon } from './expectations.ts';
import { button } from './chat.ts';
import type { EventServer } from './server.ts';
import { t } from './texts.ts';

/** Chooses a file by the button and the browser's dialog, as a person does. */
export async function chooseFile(page: Page, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, t('picture_input.choose')).click();
  await (await chooser).setFiles(file);
}

export const photo = (page: Page, description: string): Locator => page.getByRole('article', { name: description, exact: true });

export const waitingPhoto = (page: Page, description: string): Locator =>
  photo(page, description).getByText(t('chat_item.waiting'), { exact: true });

export async function openPhotos(page: Page): Promise<void> {
  await page.goto('/#/pictures');
  await expectScreen(page, t('photos.title'));
}

/** Returns a camera-like JPEG with a position in its metadata: noise, which compresses badly, the more so the less it is blurred. */
export async function snapshotFile(width = 2_400, height = 1_600, blur = 3): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 2_654_435_761) >>> 24;
  const gps = { IFD0: { Copyright: canary }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 18/1 36/1' } };
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(blur)
    .withExif(gps)
    .jpeg()
    .toBuffer();
  return { name: 'lake.jpg', mimeType: 'image/jpeg', buffer };
}

type File = { name: string; mimeType: string; buffer: Buffer };

/** Opens the form, chooses the file if there is one, and types the description. */
export async function fillIn(page: Page, description: string, file?: File): Promise<void> {
  if (!(await button(page, t('photo_upload.submit')).isVisible())) await button(page, t('photo_upload.open')).click();
  if (file) await chooseFile(page, file);
  await page.getByLabel(t('photo_upload.description'), { exact: true }).fill(description);
}

export const preview = (page: Page): Locator => page.getByRole('img', { name: t('picture_input.preview') });

/** Sends the form; resolves when the photo is shown, and so stored, and when its form, which closes later, has disappeared. */
export async function submit(page: Page, description: string): Promise<void> {
  await expectShown(preview(page));
  await button(page, t('photo_upload.submit')).click();
  await expectShown(photo(page, description));
  await expectHidden(button(page, t('photo_upload.submit')));
}

/** Returns the paths of the pictures in the device's caches, or in one of them. */
export const cachedPictures = (page: Page, names = Object.values<string>(pictureCaches)): Promise<string[]> =>
  page.evaluate(async (names) => {
    const held = (await caches.keys()).filter((name) => names.includes(name));
    const requests = await Promise.all(held.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  }, names);

export const countCachedThumbnails = async (page: Page): Promise<number> => (await cachedPictures(page, [pictureCaches.thumbnails])).length;

/** Waits until the device has cached the picture of this link, which happens after it is drawn. */
export const expectCached = (page: Page, link: string): Promise<void> =>
  expectSoon(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, link), true, 30_000);

export const expectDrawn = (image: Locator): Promise<void> =>
  expectSoon(() => image.evaluate((node: HTMLImageElement) => node.complete && node.naturalWidth > 0), true);

export async function expectSentPhoto(page: Page, description: string): Promise<void> {
  await expectShown(photo(page, description));
  await expectHidden(waitingPhoto(page, description));
}

/** Returns the rows of the photos with this description on the server. */
export const storedPhotos = (server: EventServer, description: string): { id: string; url: string }[] =>
  server.query<{ id: string; url: string }>('select id, url from photos where description = ?', description);
