import { describe, expect, it } from 'vitest';
import { expectGone, expectLevel, expectScreen, expectSoon, heading } from './harness/expectations.ts';
import { eventTitle, signIn } from './harness/people.ts';
import { expectDrawn } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

describe('the way back', () => {
  it('leads to the place of the screen that was left, and onwards to the top of a new one', async () => {
    const { page } = await bench.device();
    await signIn(page, 'ben');
    await expectLevel(page);
    const place = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    const photos = page.getByRole('region', { name: t('photos.recent'), exact: true });
    // What comes late above moves what stands below.
    await photos.scrollIntoViewIfNeeded();
    await expectDrawn(photos.locator('img'));
    const all = photos.getByRole('link', { name: t('app.show_all') });
    await all.evaluate((link) => {
      link.scrollIntoView({ block: 'center' });
      link.addEventListener('click', () => (document.body.dataset['left'] = `${Math.round(scrollY)}`));
    });
    expect(await place()).toBeGreaterThan(300);
    await all.click();
    await expectGone(heading(page, eventTitle));
    await expectSoon(place, 0);
    await page.goBack();
    await expectScreen(page, eventTitle);
    await expectSoon(place, await page.evaluate(() => Number(document.body.dataset['left'])));
    await page.goForward();
    await expectGone(heading(page, eventTitle));
    await expectSoon(place, 0);
  });
});
