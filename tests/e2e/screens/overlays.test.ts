import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, buttonAbout } from '../harness/chat.ts';
import {
  expectFocus,
  expectHidden,
  expectLevel,
  expectOpen,
  expectScreen,
  expectShown,
  expectSoon,
  indicator,
} from '../harness/expectations.ts';
import { deviceOf } from '../harness/organising.ts';
import { eventTitle, workerReady, signIn } from '../harness/people.ts';
import { chooseFile, expectDrawn, expectCached, fillIn, photo, preview, snapshotFile } from '../harness/photos.ts';
import { openScreen } from '../harness/screens.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const jumps = 'Sprünge vom Steg / Jumps off the jetty';

/**
 * Closes the topmost overlay by the key alone. Chromium treats Escape as a close request (Back on Android) even if no script receives it.
 */
async function closeByKey(page: Page, top: Locator): Promise<void> {
  await expectOpen(top);
  await page.keyboard.press('Escape');
  await expectHidden(top);
}

/** Blocks Escape from the scripts of the page, or lets it through again. */
const setDeaf = (page: Page, deaf: boolean): Promise<void> =>
  page.evaluate((now) => document.documentElement.toggleAttribute('data-deaf', now), deaf).then(() => undefined);

describe('an overlay', () => {
  it('closes alone by Escape, by Back and by the platform’s close request, and returns the focus', async () => {
    const { page, context } = await bench.device();
    await context.addInitScript(() => {
      const deaf = (): boolean => document.documentElement.hasAttribute('data-deaf');
      addEventListener('keydown', (event) => event.key === 'Escape' && deaf() && event.stopImmediatePropagation(), true);
    });
    await signIn(page, 'anna');
    await expectLevel(page);
    type Opener = [
      screen: Parameters<typeof openScreen>[1],
      title: string,
      opener: Locator,
      role: 'dialog' | 'alertdialog' | 'menu',
      entry?: string,
    ];
    const more = buttonAbout(page, t('chat_item.more')).first();
    const openers: Opener[] = [
      ['chat', t('chat.title'), button(page, t('menu.open')), 'dialog'],
      ['chat', t('chat.title'), button(page, t('profile.open')), 'dialog'],
      ['chat', t('chat.title'), more, 'menu'],
      ['chat', t('chat.title'), more, 'alertdialog', t('chat_item.delete')],
      ['participants', t('participants.title'), page.getByRole('button', { name: 'ben@demo.example' }), 'dialog'],
    ];
    for (const [screen, title, opener, role, entry] of openers) {
      const open = async (): Promise<void> => {
        await opener.focus();
        await page.keyboard.press('Enter');
        if (entry !== undefined) await page.getByRole('menuitem', { name: entry, exact: true }).click();
      };
      await openScreen(page, screen);
      for (const deaf of [false, true]) {
        await setDeaf(page, deaf);
        await open();
        await closeByKey(page, page.getByRole(role));
        await expectFocus(opener);
        await expectScreen(page, title);
      }
      await open();
      await expectOpen(page.getByRole(role));
      await page.goBack();
      await expectHidden(page.getByRole(role));
      await expectScreen(page, title);
    }
    // A camera replaces the question, and the chosen picture is kept when the question returns.
    await openScreen(page, 'statistics/counter');
    const question = page.getByRole('dialog', { name: jumps });
    for (const deaf of [false, true]) {
      await setDeaf(page, deaf);
      await button(page, t('statistic.plus', { name: jumps })).click();
      if (!deaf) await chooseFile(page, await snapshotFile(300, 200));
      await expectDrawn(preview(page));
      await button(question, t('picture_input.take')).click();
      await closeByKey(page, page.getByRole('dialog', { name: t('camera.title') }));
      await closeByKey(page, question);
      await expectScreen(page, t('statistic.title'));
    }
  });
});

describe('a photo in full size', () => {
  const link = (page: Page, description: string) => page.getByRole('link', { name: t('photo_item.open', { description }) });
  const dialog = (page: Page) => page.getByRole('dialog');
  const place = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
  const expectAddress = (page: Page, hash: string): Promise<void> => expectSoon(() => new URL(page.url()).hash, hash);
  const latePhoto = async (page: Page): Promise<string> => (await page.getByRole('article').nth(7).getAttribute('aria-label'))!;

  it('closes by Back, by Escape and by its button, back to the scroll position of the list', async () => {
    const { page } = await bench.device();
    // A low screen, on which the list is scrolled.
    await page.setViewportSize({ width: 390, height: 600 });
    await signIn(page, 'ben');
    await expectLevel(page);
    const recent = page.getByRole('region', { name: t('photos.recent'), exact: true });
    const all = recent.getByRole('link', { name: t('app.show_all') });
    // Reads the position at the click, after everything above has been drawn.
    await all.evaluate((node) => {
      node.addEventListener('click', () => (document.body.dataset['left'] = `${Math.round(scrollY)}`));
      node.scrollIntoView({ block: 'center' });
    });
    await all.click();
    const left = await page.evaluate(() => Number(document.body.dataset['left']));
    expect(left).toBeGreaterThan(300);
    await expectScreen(page, t('photos.title'));
    await expectSoon(() => place(page), 0);
    await expectDrawn(page.getByRole('article').first().locator('img'));
    const late = await latePhoto(page);
    let before = 0;
    await fillIn(page, 'Not finished yet');
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape'), () => button(dialog(page), t('app.close')).click()]) {
      await link(page, late).evaluate((node) => {
        node.addEventListener('click', () => (document.body.dataset['left'] = `${Math.round(scrollY)}`), { once: true });
        node.scrollIntoView({ block: 'center' });
      });
      await link(page, late).click();
      await expectDrawn(dialog(page).getByRole('img'));
      await expectOpen(dialog(page));
      expect(new URL(page.url()).hash).toMatch(/^#\/pictures\/photo\/[\da-f-]{36}$/);
      before = await page.evaluate(() => Number(document.body.dataset['left']));
      expect(before).toBeGreaterThan(300);
      await leave();
      await expectHidden(dialog(page));
      await expectAddress(page, '#/pictures');
      await expectSoon(() => place(page), before);
      await expectFocus(link(page, late));
      expect(await page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue()).toBe('Not finished yet');
    }
    // The history has no extra entries: Back leads to the screen before the photos, and Forward to the photos again.
    await page.goBack();
    await expectScreen(page, eventTitle);
    await expectSoon(() => place(page), left);
    await page.goForward();
    await expectScreen(page, t('photos.title'));
    await expectSoon(() => place(page), before);
  });

  it('opens over its list from a shared link, after a reload and without network; a deleted photo leads to the list', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'ben');
    await expectLevel(page);
    await workerReady(page);
    await openScreen(page, 'pictures');
    const late = await latePhoto(page);
    const address = (await link(page, late).getAttribute('href'))!;
    await page.goto('about:blank');
    await page.goto(`/${address}`);
    await expectDrawn(dialog(page).getByRole('img'));
    await expectCached(page, (await dialog(page).getByRole('img').getAttribute('src'))!);
    await setOffline(true);
    await page.reload();
    await expectDrawn(dialog(page).getByRole('img'));
    await closeByKey(page, dialog(page));
    await expectAddress(page, '#/pictures');
    await expectShown(indicator(page, t('sync.offline')));
    await expectFocus(link(page, late));
    await page.goto(`/${address.slice(0, -1)}x`);
    await expectAddress(page, '#/pictures');
    await expectShown(photo(page, late));
    await expectHidden(dialog(page));
  });

  it('is reported by keyboard above the photo, and without network the report is pending and shown as such', async () => {
    const { page, setOffline } = await deviceOf(bench, 'ben', { worker: true });
    await openScreen(page, 'pictures');
    const late = await latePhoto(page);
    await link(page, late).click();
    const view = page.getByRole('dialog', { name: late, exact: true });
    await expectDrawn(view.getByRole('img'));
    await setOffline(true);
    const actions = view.locator('button[aria-haspopup=menu]');
    const report = page.getByRole('menuitem', { name: t('report.report'), exact: true });
    const question = page.getByRole('dialog', { name: t('report.title'), exact: true });
    const reason = (name: 'spam' | 'insult'): Locator => question.getByRole('radio', { name: t(`report.reasons.${name}`), exact: true });
    const ask = async (): Promise<void> => {
      await actions.focus();
      await page.keyboard.press('Enter');
      await expectFocus(report);
      await page.keyboard.press('Enter');
      await expectOpen(question);
      await expectFocus(reason('spam'));
    };
    await ask();
    await closeByKey(page, question);
    await expectFocus(actions);
    await ask();
    // A covered element cannot be hovered.
    await question.getByRole('textbox').hover();
    // The arrow keys belong to the form and do not turn the photo below.
    await page.keyboard.press('ArrowRight');
    await expectSoon(() => reason('insult').isChecked(), true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Not nicee');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expectSoon(() => question.getByRole('textbox').inputValue(), 'Not nice');
    await page.keyboard.press('Tab');
    // The pointer rests where messages appear, which keeps them on the screen.
    await page.mouse.move(195, 90);
    await page.keyboard.press('Enter');
    await expectHidden(question);
    const toast = page.getByText(t('sync.will_be_sent'), { exact: true }).filter({ visible: true });
    await toast.hover();
    await expectFocus(actions);
    await expectShown(view.getByText(t('report.reported'), { exact: true }));
    await button(page.getByRole('region', { name: t('app.messages') }), t('app.close')).click();
    await expectShown(view.getByText(t('chat_item.waiting'), { exact: true }));
  });
});
