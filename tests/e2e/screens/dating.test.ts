import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, confirm } from '../harness/chat.ts';
import { expectHidden, expectLevel, expectOffline, expectScreen, expectShown, expectSoon } from '../harness/expectations.ts';
import { signIn } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const [anna, ben] = ['Anna Lindqvist', 'Ben Okafor'] as const;

async function openDating(page: Page, path = '/date/'): Promise<void> {
  await page.goto(`/#${path}`);
  await expectScreen(page, t(path === '/date-matches' ? 'date_matches.title' : 'dating.title'));
}

/** Drags a card to the side like a finger: first beyond the tolerance of a press, then farther. */
async function swipe(page: Page, name: string, by: number): Promise<void> {
  await card(page, name).scrollIntoViewIfNeeded();
  const { x, y } = (await card(page, name).getByRole('heading').boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: x + 4 + at, y: y + 4 }] });
  await touch('touchStart', 0);
  for (const part of [0.2, 0.6, 1]) await touch('touchMove', by * part);
  await touch('touchEnd');
}

describe('dating', () => {
  it('accepts swipes without network and keys, and keeps a match for both when one deletes all messages on the first day', async () => {
    const [annas, bens] = [await bench.device({ hasTouch: true }), await bench.device()];
    await Promise.all([signIn(annas.page, 'anna'), signIn(bens.page, 'ben')]);
    await Promise.all([expectLevel(annas.page), expectLevel(bens.page)]);
    await openDating(annas.page);
    await expectShown(card(annas.page, ben));
    await annas.setOffline(true);
    await swipe(annas.page, ben, 40);
    await expectShown(card(annas.page, ben));
    await swipe(annas.page, ben, 90);
    await expectHidden(card(annas.page, ben));
    await annas.page.getByRole('link', { name: t('dating.tab.1', { number: 2 }) }).click();
    await expectShown(card(annas.page, ben));
    await expectOffline(annas.page, 1);

    await openDating(bens.page);
    await button(card(bens.page, anna), t('dating.rate.-1', { name: anna })).focus();
    await bens.page.keyboard.press('ArrowRight');
    await expectHidden(card(bens.page, anna));
    await expectLevel(bens.page);
    await openDating(bens.page, '/date-matches');
    await expectShown(card(bens.page, 'Lena Hoffmann'));
    expect(await card(bens.page, anna).count()).toBe(0);

    await annas.setOffline(false);
    await expectShown(card(bens.page, anna).getByText(t('date_matches.both', { interests: t('dating.interest.relationship') })));
    await expectLevel(annas.page);
    const menu = annas.page.getByRole('button', { name: [t('menu.open'), t('date_matches.news')].join(', ') });
    await expectShown(menu);
    await openDating(annas.page, '/date-matches');
    await expectShown(card(annas.page, ben));
    await expectSoon(() => menu.count(), 0);

    await openDating(bens.page);
    await bens.page.getByText(t('dating.preferences'), { exact: true }).click();
    await button(bens.page, t('dating.delete')).click();
    await confirm(bens.page, t('dating.delete'));
    await expectHidden(bens.page.getByRole('navigation', { name: t('dating.tabs') }));
    await expectLevel(bens.page);
    await openDating(annas.page, '/date/interested');
    await expectShown(card(annas.page, 'Mateo Ruiz Ortega'));
    await expectHidden(card(annas.page, ben));
    await openDating(annas.page, '/date-matches');
    await expectShown(card(annas.page, ben));
    await expectShown(annas.page.getByText(t('date_matches.stays')));
  });
});
