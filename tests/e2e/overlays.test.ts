import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, buttonAbout } from './harness/chat.ts';
import {
  expectFocus,
  expectGone,
  expectLevel,
  expectOpen,
  expectScreen,
  expectShown,
  expectSoon,
  indicator,
} from './harness/expectations.ts';
import { deviceOf } from './harness/organising.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { chooseFile, expectDrawn, expectKept, fillIn, photo, preview, snapshotFile } from './harness/photos.ts';
import { openScreen } from './harness/screens.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const jumps = 'Sprünge vom Steg / Jumps off the jetty';

/** Closes what lies on top by the key alone, which Chromium takes for its own close request (Back on Android) where no script hears it. */
async function closeByKey(page: Page, top: Locator): Promise<void> {
  await expectOpen(top);
  await page.keyboard.press('Escape');
  await expectGone(top);
}

/** From now on no script of the page hears Escape, or each does again. */
const setDeaf = (page: Page, deaf: boolean): Promise<void> =>
  page.evaluate((now) => document.documentElement.toggleAttribute('data-deaf', now), deaf).then(() => undefined);

describe('what lies over a screen', () => {
  it('is closed alone by Escape, by Back and by the platform’s close request, and gives the focus back to what opened it', async () => {
    const { page, context } = await bench.device();
    await context.addInitScript(() => {
      const deaf = (): boolean => document.documentElement.hasAttribute('data-deaf');
      addEventListener('keydown', (event) => event.key === 'Escape' && deaf() && event.stopImmediatePropagation(), true);
    });
    await signIn(page, 'anna');
    await expectLevel(page);
    const openers: [screen: Parameters<typeof openScreen>[1], title: string, opener: Locator, role: 'dialog' | 'alertdialog'][] = [
      ['chat', t('chat.title'), button(page, t('menu.open')), 'dialog'],
      ['chat', t('chat.title'), button(page, t('profile.open')), 'dialog'],
      ['chat', t('chat.title'), buttonAbout(page, t('chat_item.delete')).first(), 'alertdialog'],
      ['participants', t('participants.title'), page.getByRole('button', { name: 'ben@demo.example' }), 'dialog'],
    ];
    for (const [screen, title, opener, role] of openers) {
      await openScreen(page, screen);
      for (const deaf of [false, true]) {
        await setDeaf(page, deaf);
        await opener.focus();
        await page.keyboard.press('Enter');
        await closeByKey(page, page.getByRole(role));
        await expectFocus(opener);
        await expectScreen(page, title);
      }
      await opener.focus();
      await page.keyboard.press('Enter');
      await expectOpen(page.getByRole(role));
      await page.goBack();
      await expectGone(page.getByRole(role));
      await expectScreen(page, title);
    }
    // A camera over a question: one at a time, and what was chosen is there when the question is asked again.
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
  const fifthPhoto = async (page: Page): Promise<string> => (await page.getByRole('article').nth(4).getAttribute('aria-label'))!;

  it('is left by Back, by Escape and by its button, each to where the list stood, and so is the list itself', async () => {
    const { page } = await bench.device();
    await signIn(page, 'ben');
    await expectLevel(page);
    const recent = page.getByRole('region', { name: t('photos.recent'), exact: true });
    const all = recent.getByRole('link', { name: t('app.show_all') });
    // Where the page stands as the link is followed, whatever has grown above it until then.
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
    const fifth = await fifthPhoto(page);
    let before = 0;
    await fillIn(page, 'Not finished yet');
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape'), () => button(dialog(page), t('app.close')).click()]) {
      await link(page, fifth).evaluate((node) => {
        node.addEventListener('click', () => (document.body.dataset['left'] = `${Math.round(scrollY)}`), { once: true });
        node.scrollIntoView({ block: 'center' });
      });
      await link(page, fifth).click();
      await expectDrawn(dialog(page).getByRole('img'));
      await expectOpen(dialog(page));
      expect(new URL(page.url()).hash).toMatch(/^#\/pictures\/photo\/[\da-f-]{36}$/);
      before = await page.evaluate(() => Number(document.body.dataset['left']));
      expect(before).toBeGreaterThan(300);
      await leave();
      await expectGone(dialog(page));
      await expectAddress(page, '#/pictures');
      await expectSoon(() => place(page), before);
      await expectFocus(link(page, fifth));
      expect(await page.getByLabel(t('photo_upload.description'), { exact: true }).inputValue()).toBe('Not finished yet');
    }
    // Nothing was left behind in the history: the next way back leads to where the photos were opened from, and onwards to them again.
    await page.goBack();
    await expectScreen(page, eventTitle);
    await expectSoon(() => place(page), left);
    await page.goForward();
    await expectScreen(page, t('photos.title'));
    await expectSoon(() => place(page), before);
  });

  it('that somebody passed on opens over its list, after a reload and without network too; one that is gone leads there', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'ben');
    await expectLevel(page);
    await installed(page);
    await openScreen(page, 'pictures');
    const fifth = await fifthPhoto(page);
    const address = (await link(page, fifth).getAttribute('href'))!;
    await page.goto('about:blank');
    await page.goto(`/${address}`);
    await expectDrawn(dialog(page).getByRole('img'));
    await expectKept(page, (await dialog(page).getByRole('img').getAttribute('src'))!);
    await setOffline(true);
    await page.reload();
    await expectDrawn(dialog(page).getByRole('img'));
    await closeByKey(page, dialog(page));
    await expectAddress(page, '#/pictures');
    await expectShown(indicator(page, t('sync.offline')));
    await expectFocus(link(page, fifth));
    await page.goto(`/${address.slice(0, -1)}x`);
    await expectAddress(page, '#/pictures');
    await expectShown(photo(page, fifth));
    await expectGone(dialog(page));
  });

  it('is reported by keyboard, above the photo, which stays as it is; without network the report is kept, and it says so', async () => {
    const { page, setOffline } = await deviceOf(bench, 'ben', { worker: true });
    await openScreen(page, 'pictures');
    const fifth = await fifthPhoto(page);
    await link(page, fifth).click();
    const view = page.getByRole('dialog', { name: fifth, exact: true });
    await expectDrawn(view.getByRole('img'));
    await setOffline(true);
    const report = buttonAbout(view, t('report.report'));
    const question = page.getByRole('dialog', { name: t('report.title'), exact: true });
    const reason = (name: 'spam' | 'insult'): Locator => question.getByRole('radio', { name: t(`report.reasons.${name}`), exact: true });
    const ask = async (): Promise<void> => {
      await report.focus();
      await page.keyboard.press('Enter');
      await expectOpen(question);
      await expectFocus(reason('spam'));
    };
    await ask();
    await closeByKey(page, question);
    await expectFocus(report);
    await ask();
    // What lies below something else cannot be pointed at.
    await question.getByRole('textbox').hover();
    // The arrows are those of the form: the photo below is not turned to the next.
    await page.keyboard.press('ArrowRight');
    await expectSoon(() => reason('insult').isChecked(), true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Not nicee');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expectSoon(() => question.getByRole('textbox').inputValue(), 'Not nice');
    await page.keyboard.press('Tab');
    // The pointer is where messages come: while it is there they stay.
    await page.mouse.move(195, 90);
    await page.keyboard.press('Enter');
    await expectGone(question);
    const toast = page.getByText(t('sync.will_be_sent'), { exact: true }).filter({ visible: true });
    await toast.hover();
    await expectFocus(buttonAbout(view, t('report.reported')));
    await button(page.getByRole('region', { name: t('app.messages') }), t('app.close')).click();
    await expectShown(view.getByText(t('chat_item.waiting'), { exact: true }));
  });
});
