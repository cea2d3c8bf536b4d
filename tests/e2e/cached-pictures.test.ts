import { describe, expect, it } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import { photosPerPage } from '#features/photos/read-photos.ts';
import { demoPhotos } from '#server/demo/drawing/photos.ts';
import { signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { expectFocus, expectHidden, expectLevel, expectOffline, expectShown, expectSoon } from './harness/expectations.ts';
import { hold } from './harness/network/held.ts';
import { signIn, workerReady } from './harness/people.ts';
import { cachedPictures, countCachedThumbnails, expectCached, expectDrawn, openPhotos, photo, storedPhotos } from './harness/photos.ts';
import { workerOf } from './harness/push.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();
const stored = (description: string) => storedPhotos(bench.server, description);
const newest = demoPhotos.at(-1)!.description;

describe('pictures of others', () => {
  it('are available without network as thumbnails, and in full size once viewed; deleted ones leave the device', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await openPhotos(page);
    const count = bench.server.query('select id from photos').length;
    await expectSoon(() => countCachedThumbnails(page), count);
    const open = (description: string) => page.getByRole('link', { name: t('photo_item.open', { description }) });
    const whole = page.getByRole('dialog').getByRole('img');
    const [{ id, url }] = stored(newest) as [{ id: string; url: string }];
    await open(newest).click();
    await expectDrawn(whole);
    // Pictures have a dark background in the light theme too.
    const ground = await page
      .getByRole('dialog')
      .evaluate((view) => [matchMedia('(prefers-color-scheme: light)').matches, getComputedStyle(view).backgroundColor]);
    expect(ground).toEqual([true, 'rgb(15, 12, 18)']);
    expect(new URL(page.url()).hash).toBe(`#/pictures/photo/${id}`);
    await expectCached(page, url);
    await page.goBack();
    await expectFocus(open(newest));
    await setOffline(true);
    await page.reload();
    await expectOffline(page);
    const cards = page.getByRole('article').locator('img');
    await expectSoon(() => cards.count(), Math.min(count, photosPerPage));
    for (const image of await cards.all()) {
      await image.scrollIntoViewIfNeeded();
      await expectDrawn(image);
    }
    await open(newest).click();
    await expectDrawn(whole);
    await page.reload();
    await expectDrawn(whole);
    await page.keyboard.press('Escape');
    await expectFocus(open(newest));
    await open(demoPhotos.at(-2)!.description).click();
    await expectShown(page.getByRole('dialog').getByText(t('picture_view.no_network')));
    await expectDrawn(whole);
    await button(page.getByRole('dialog'), t('app.close')).click();
    await expectHidden(page.getByRole('dialog'));
    await setOffline(false);
    // Deleting a picture must remove it from the devices of others too.
    const admin = await signInByApi(bench.server, 'admin');
    expect((await admin.call('DELETE', `/api/photo/${id}`)).status).toBe(204);
    await expectHidden(photo(page, newest));
    await expectSoon(async () => (await cachedPictures(page)).filter((path) => [url, thumbnailOf(url)].includes(path)), []);
  });

  it('are deleted at a logout, also one that is still being downloaded', async () => {
    const { page, context, watch } = await bench.device({ worker: true });
    // A request during the logout is refused, and the browser reports it.
    watch.expect(/^Failed to load resource: .* 401 .*\/api\/sync/);
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await openPhotos(page);
    await expectSoon(async () => (await cachedPictures(page)).length > 5, true);
    const [{ url }] = stored(demoPhotos.at(-3)!.description) as [{ id: string; url: string }];
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
    await button(page, t('logout.title')).click();
    await expectShown(page.getByLabel(t('login.username'), { exact: true }));
    await expectSoon(() => cachedPictures(page), []);
    late.release();
    await expectSoon(() => worker.evaluate((link) => (globalThis as { puts?: string[] }).puts?.includes(link), url), true);
    await expectSoon(() => cachedPictures(page), []);
  });
});
