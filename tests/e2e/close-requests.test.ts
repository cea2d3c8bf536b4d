import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, buttonAbout } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectGone, expectLevel, expectOpen, expectScreen, expectShown, expectSoon, indicator } from './harness/expectations.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { chooseFile, expectDrawn, expectKept, fillIn, openPhotos, photo, preview, snapshotFile } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** Chromium's own close request (Back on Android, Escape here): no script of the page hears the key. */
async function closeRequests({ context }: Device): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('keydown', (event) => event.key === 'Escape' && event.stopImmediatePropagation(), true);
  });
}

const jumps = 'Sprünge vom Steg / Jumps off the jetty';

const counters = async (page: Page): Promise<void> => {
  await page.goto('/#/statistics/counter');
  await button(page, t('statistic.plus', { name: jumps })).click();
  await expectShown(page.getByRole('dialog', { name: jumps }));
};

describe.each(['the platform’s close request', 'Escape'])('%s closes only what lies on top', (way) => {
  it('of dialogs, questions and menus, and stays on the screen', async () => {
    const device = await bench.device({ worker: true });
    if (way !== 'Escape') await closeRequests(device);
    const { page } = device;
    await page.goto('/');
    await signIn(page, 'anna');
    await expectLevel(page);
    const close = async (role: 'dialog' | 'alertdialog'): Promise<void> => {
      const top = page.getByRole(role);
      await expectOpen(top);
      await page.keyboard.press('Escape');
      await expectGone(top);
    };
    await button(page, t('menu.open')).click();
    await close('dialog');
    await button(page, t('profile.open')).click();
    await close('dialog');
    await expectScreen(page, eventTitle);
    await page.goto('/#/participants');
    await page.getByRole('button', { name: 'ben@demo.example' }).click();
    await close('dialog');
    await expectScreen(page, t('participants.title'));
    // A camera over a question: one at a time, and what was chosen is there when the question is asked again.
    await counters(page);
    const question = page.getByRole('dialog', { name: jumps });
    await chooseFile(page, await snapshotFile(300, 200));
    await expectDrawn(preview(page));
    await button(question, t('picture_input.take')).click();
    const camera = page.getByRole('dialog', { name: t('camera.title') });
    await expectOpen(camera);
    await page.keyboard.press('Escape');
    await expectGone(camera);
    await expectOpen(question);
    await page.keyboard.press('Escape');
    await expectGone(question);
    await expectScreen(page, t('statistic.title'));
    await counters(page);
    await expectDrawn(preview(page));
    await close('dialog');
    await page.goto('/#/chat');
    await buttonAbout(page, t('chat_item.delete')).first().click();
    await close('alertdialog');
    await expectScreen(page, t('chat.title'));
  });
});

describe('a photo in full size', () => {
  const link = (page: Page, description: string) => page.getByRole('link', { name: t('photo_item.open', { description }) });
  const dialog = (page: Page) => page.getByRole('dialog');
  const place = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

  async function atPhotos(page: Page): Promise<string> {
    await page.goto('/');
    await signIn(page, 'ben');
    await expectLevel(page);
    await installed(page);
    await openPhotos(page);
    await expectDrawn(page.getByRole('article').first().locator('img'));
    return (await page.getByRole('article').nth(4).getAttribute('aria-label'))!;
  }

  it('is left by Back, by Escape and by its button, each to where the list stood', async () => {
    const { page } = await bench.device({ worker: true });
    const fifth = await atPhotos(page);
    await link(page, fifth).scrollIntoViewIfNeeded();
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape'), () => button(dialog(page), t('app.close')).click()]) {
      // Pictures above it may still be taking their room.
      await link(page, fifth).evaluate((node) => node.scrollIntoView({ block: 'center' }));
      await link(page, fifth).click({ trial: true });
      const before = await place(page);
      expect(before).toBeGreaterThan(300);
      await link(page, fifth).click();
      await expectDrawn(dialog(page).getByRole('img'));
      await expectOpen(dialog(page));
      expect(new URL(page.url()).hash).toMatch(/^#\/pictures\/photo\/[\da-f-]{36}$/);
      await leave();
      await expectGone(dialog(page));
      expect(new URL(page.url()).hash).toBe('#/pictures');
      await expectSoon(() => place(page), before);
      await expectSoon(() => link(page, fifth).evaluate((node) => node === document.activeElement), true);
    }
    // Nothing was left behind in the history: the next way back leads to where the photos were opened from.
    await page.goBack();
    await expectScreen(page, eventTitle);
  });

  it('opens again after a reload and without network, and closes to its list', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    const fifth = await atPhotos(page);
    await link(page, fifth).click();
    await expectDrawn(dialog(page).getByRole('img'));
    await expectKept(page, (await dialog(page).getByRole('img').getAttribute('src'))!);
    await setOffline(true);
    await page.reload();
    await expectDrawn(dialog(page).getByRole('img'));
    await expectOpen(dialog(page));
    await page.keyboard.press('Escape');
    await expectGone(dialog(page));
    await expectShown(indicator(page, t('sync.offline')));
    await expectSoon(() => link(page, fifth).evaluate((node) => node === document.activeElement), true);
    await page.goBack();
    await expectScreen(page, eventTitle);
  });

  it('that somebody passed on opens over its list, and one that is gone leads there', async () => {
    const { page } = await bench.device({ worker: true });
    const fifth = await atPhotos(page);
    const address = await link(page, fifth).getAttribute('href');
    await page.goto('about:blank');
    await page.goto(`/${address}`);
    await expectDrawn(dialog(page).getByRole('img'));
    await button(dialog(page), t('app.close')).click();
    await expectShown(photo(page, fifth));
    expect(new URL(page.url()).hash).toBe('#/pictures');
    await page.goto(`/${address!.slice(0, -1)}x`);
    await expectSoon(() => new URL(page.url()).hash, '#/pictures');
    await expectShown(photo(page, fifth));
    await expectGone(dialog(page));
  });

  it('leaves unfinished words in the form where they are', async () => {
    const { page } = await bench.device({ worker: true });
    const fifth = await atPhotos(page);
    await fillIn(page, 'Noch nicht fertig');
    await link(page, fifth).click();
    await expectShown(dialog(page));
    await page.goBack();
    await expectGone(dialog(page));
    await expectSoon(() => page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue(), 'Noch nicht fertig');
  });
});
