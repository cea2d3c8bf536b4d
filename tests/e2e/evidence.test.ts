import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { signInByApi } from './harness/api.ts';
import { button, confirm } from './harness/chat.ts';
import { expectGone, expectLevel, expectOffline, expectOpen, expectShown, expectSoon, heading } from './harness/expectations.ts';
import { hold } from './harness/held.ts';
import { installed, type Person, signIn } from './harness/people.ts';
import { chooseFile, expectDrawn, preview, snapshotFile } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { expectAllSent, readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const jumps = 'Sprünge vom Steg / Jumps off the jetty';

async function openCounters(page: Page): Promise<void> {
  await page.goto('/#/statistics/counter');
  await expectShown(page.getByRole('region', { name: jumps }));
}

async function ready(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await signIn(page, person);
  await expectLevel(page);
  await installed(page);
  await openCounters(page);
}

const region = (page: Page) => page.getByRole('region', { name: jumps });
const dialog = (page: Page) => page.getByRole('dialog', { name: jumps });
const counted = async (page: Page): Promise<number> => Number(await region(page).getByRole('status').textContent());
const plus = (page: Page) => button(page, t('statistic.plus', { name: jumps }));

/** What the server has counted for somebody, and the pictures that prove it. */
function stored(person: Person): { value: number; links: string[] } {
  const id = bench.server.userId(person);
  const [row] = bench.server.query<{ value: number }>('select value from user_statistics where statistic_id = 2 and user_id = ?', id);
  const links = bench.server.query<{ url: string }>('select url from evidence where statistic_id = 2 and author_id = ?', id);
  return { value: row?.value ?? 0, links: links.map(({ url }) => url) };
}

describe('a count that is to be proved', () => {
  it('is asked about: without a file submit says so, what is no picture too, skip counts without one', async () => {
    const { page } = await bench.device({ worker: true });
    await ready(page, 'anna');
    const before = await counted(page);
    await plus(page).click();
    await expectShown(dialog(page).getByText(/Show your jump/));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectShown(dialog(page).getByText(t('statistic.evidence_missing')));
    await chooseFile(page, { name: 'jump.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expectShown(dialog(page).getByText(t('statistic.evidence_read')));
    await button(dialog(page), t('statistic.evidence_skip')).click();
    await expectGone(dialog(page));
    await expectSoon(() => counted(page), before + 1);
    await expectAllSent(page, bench.server.userId('anna'));
    expect(stored('anna')).toEqual({ value: before + 1, links: [] });
  });

  it('stands in a card whose name and numbers are close together', async () => {
    const { page } = await bench.device({ worker: true });
    await ready(page, 'anna');
    // The sheet that all cards share may have come with any screen: here as late as can be.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[href*="/card-"]')) document.head.append(link);
    });
    const bottom = (await region(page).getByRole('heading').boundingBox())!;
    const top = (await button(region(page), t('statistic.plus', { name: jumps })).boundingBox())!;
    expect(top.y - (bottom.y + bottom.height)).toBeLessThan(24);
  });

  it('with a picture from the camera is counted and proved', async () => {
    const { page } = await bench.device({ worker: true });
    await ready(page, 'ben');
    const before = await counted(page);
    await plus(page).click();
    await button(dialog(page), t('picture_input.take')).click();
    const camera = page.getByRole('dialog', { name: t('camera.title') });
    await button(camera, t('camera.take')).click();
    await expectGone(camera);
    await expectDrawn(preview(page));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectShown(region(page).getByText(t('statistic.evidence_count', { count: 1 })));
    await expectAllSent(page, bench.server.userId('ben'));
    await expectGone(region(page).getByText(t('chat_item.waiting')));
    const { value, links } = stored('ben');
    expect([value, links.length]).toEqual([before + 1, 1]);
    const { channels } = await sharp(join(bench.server.dataDir, links[0]!)).stats();
    // Chromium's own test picture: not all of one colour.
    expect(channels.some(({ stdev }) => stdev > 5)).toBe(true);
    const ben = await signInByApi(bench.server, 'ben');
    const own = (await ben.call('GET', '/api/users/me/statistic')).body as { UserEvidence: { value: string }[] }[];
    expect(own.flatMap(({ UserEvidence }) => UserEvidence.map(({ value: text }) => JSON.parse(text) as object))).toEqual([
      { imageFileName: links[0] },
    ]);
  });

  it('shows its pictures to the person, who can delete one without network; the count stays', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await ready(page, 'ben');
    const before = await counted(page);
    await plus(page).click();
    await chooseFile(page, await snapshotFile(900, 600));
    await expectDrawn(preview(page));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectSoon(() => counted(page), before + 1);
    await expectAllSent(page, bench.server.userId('ben'));
    const { links } = stored('ben');
    await region(page).locator('summary').click();
    const pictures = region(page).locator('li img');
    await expectSoon(() => pictures.count(), links.length);
    await expectDrawn(pictures.first());
    await setOffline(true);
    await expectOffline(page);
    await region(page)
      .getByRole('button', { name: new RegExp(`^${t('statistic.evidence_delete')}`) })
      .first()
      .click();
    await confirm(page, t('statistic.evidence_delete'));
    await expectSoon(() => pictures.count(), links.length - 1);
    expect(stored('ben').links).toEqual(links);
    await expectOffline(page, 1);
    await setOffline(false);
    await expectAllSent(page, bench.server.userId('ben'));
    // The newest stood first.
    expect(stored('ben')).toEqual({ value: before + 1, links: links.slice(0, -1) });
  });

  it('shows a picture in full size at an address of its own, without network too once it was seen', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await ready(page, 'anna');
    await plus(page).click();
    await chooseFile(page, await snapshotFile(900, 600));
    await expectDrawn(preview(page));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectShown(region(page).getByText(t('statistic.evidence_count', { count: 1 })));
    await expectGone(region(page).getByText(t('chat_item.waiting')));
    const list = region(page).locator('summary');
    const link = region(page).getByRole('link');
    const whole = page.getByRole('dialog').getByRole('img');
    await list.click();
    await expectDrawn(region(page).locator('li img'));
    await link.click();
    await expectDrawn(whole);
    expect(new URL(page.url()).hash).toMatch(/^#\/statistics\/counter\/evidence\/[\da-f-]{36}$/);
    await page.goBack();
    await expectGone(page.getByRole('dialog'));
    await expectSoon(() => link.evaluate((node) => node === document.activeElement), true);
    // The thumbnails of the photos are put in order at each start, which fetches the missing one last, and leave this one alone.
    const photos = bench.server.query('select id from photos').length;
    const kept = (folder: string): Promise<number> =>
      page.evaluate(async (part) => {
        const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return all.flat().filter(({ url }) => url.includes(part)).length;
      }, `/images/${folder}/`);
    await expectSoon(() => kept('photos'), photos, 30_000);
    await page.evaluate(async () => {
      const cache = await caches.open('thumbnails');
      const some = (await cache.keys()).find(({ url }) => url.includes('/images/photos/'));
      await cache.delete(some!);
    });
    await page.reload();
    await expectSoon(() => kept('photos'), photos, 30_000);
    // It and its thumbnail.
    await expectSoon(() => kept('evidence'), 2);
    await setOffline(true);
    await page.reload();
    await list.click();
    await expectDrawn(region(page).locator('li img'));
    await link.click();
    await expectDrawn(whole);
    await page.reload();
    await expectDrawn(whole);
    await expectOpen(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('dialog'));
    await expectShown(link);
    await expectSoon(() => link.evaluate((node) => node === document.activeElement), true);
    // Whoever deletes it may count on it that it leaves this device too.
    await setOffline(false);
    await expectLevel(page);
    await region(page)
      .getByRole('button', { name: new RegExp(`^${t('statistic.evidence_delete')}`) })
      .click();
    await confirm(page, t('statistic.evidence_delete'));
    await expectSoon(() => kept('evidence'), 0);
  });

  it('without network: the click shows at once, the picture survives a crash before and after, and each arrives once', async () => {
    const first = await bench.profile('counting');
    await ready(first.page, 'admin');
    const before = await counted(first.page);
    await first.setOffline(true);
    await expectOffline(first.page);
    await plus(first.page).click();
    await chooseFile(first.page, await snapshotFile(900, 600));
    await expectDrawn(preview(first.page));
    const admin = bench.server.userId('admin');
    await expectSoon(async () => (await readTable(first.page, admin, 'blobs')).length, 1);
    // Chromium wakes the worker before a page can be told that there is no network.
    await bench.killServer();
    await crash(first);

    const second = await bench.profile('counting');
    await openCounters(second.page);
    await expectSoon(() => counted(second.page), before);
    await plus(second.page).click();
    await expectDrawn(preview(second.page));
    await button(dialog(second.page), t('statistic.evidence_submit')).click();
    await expectSoon(() => counted(second.page), before + 1);
    await expectShown(region(second.page).getByText(t('chat_item.waiting')));
    await expectSoon(() => readTable(second.page, admin, 'drafts'), []);
    expect(await readTable(second.page, admin, 'blobs')).toHaveLength(1);
    await crash(second);

    const third = await bench.profile('counting');
    await openCounters(third.page);
    await expectSoon(() => counted(third.page), before + 1);
    await third.page.goto('/#/not-sent');
    await expectShown(third.page.getByText(t('command.evidence.create'), { exact: true }));
    await openCounters(third.page);
    // The browser writes cookies to the disk only now and then: the session may be gone, what was counted is not.
    await third.context.clearCookies();
    await bench.restartServer();
    // The longest that the app waits before it looks for the server again, and what the answer may take.
    await expectShown(heading(third.page, t('login.title')), 75_000);
    await signIn(third.page, 'admin');
    await openCounters(third.page);
    await expectAllSent(third.page, admin);
    await expectGone(region(third.page).getByText(t('chat_item.waiting')));
    const { value, links } = stored('admin');
    expect([value, links.length]).toEqual([before + 1, 1]);
    await expectSoon(() => readTable(third.page, admin, 'blobs'), []);
  });

  it('does not wait for a picture that hangs', async () => {
    const { page, context } = await bench.device({ worker: true });
    await ready(page, 'orga');
    const before = await counted(page);
    const picture = await hold(context, '/api/evidence');
    await plus(page).click();
    await chooseFile(page, await snapshotFile(300, 200));
    await expectDrawn(preview(page));
    await button(dialog(page), t('statistic.evidence_submit')).click();
    await expectSoon(() => stored('orga').value, before + 1);
    await picture.reached;
    expect(stored('orga').links).toEqual([]);
    picture.release();
    await expectSoon(() => stored('orga').links.length, 1);
    expect(stored('orga').value).toBe(before + 1);
    expect(readdirSync(join(bench.server.dataDir, 'images/evidence')).length).toBeGreaterThan(1);
  });
});

/** Ends the browser at once, as a phone does that runs out of power. */
async function crash({ page, context }: { page: Page; context: Awaited<ReturnType<typeof bench.profile>>['context'] }): Promise<void> {
  const gone = context.waitForEvent('close');
  const session = await context.newCDPSession(page);
  await session.send('Browser.crash').catch(() => undefined);
  await gone;
}
