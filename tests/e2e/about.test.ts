import { describe, it } from 'vitest';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { pageTexts, t } from './harness/texts.ts';

const bench = setUp();
const { en: pages, de: seiten } = pageTexts;

describe('what the app says about itself', () => {
  it('questions and answers are searched by both, also without network and in German', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await expectLevel(page);
    await installed(page);
    await setOffline(true);
    await page.goto('/#/faq');
    await page.reload();
    await expectScreen(page, pages('faq.title'));
    await expectSoon(() => page.locator('details').count(), 5);
    await page.locator('summary').first().click();
    await expectShown(page.getByText('bury them'));
    await page.getByLabel(pages('faq.search')).fill('SAFARI');
    await expectSoon(() => page.locator('details').count(), 1);
    await expectShown(page.getByText('iPhone and iPad: open this page in Safari', { exact: false }));
    await page.getByLabel(pages('faq.search')).fill('dragons');
    await expectShown(page.getByText(pages('faq.none')));
    await button(page, t('profile.open')).click();
    await button(page, 'Deutsch').click();
    await expectShown(page.getByText(seiten('faq.none')));
  });

  it('the privacy statement is there before anybody signs in, and behind the profile picture', async () => {
    const { page } = await bench.device({ worker: true });
    await page.goto('/');
    await page.getByRole('link', { name: t('profile.privacy') }).click();
    await expectScreen(page, pages('privacy.title'));
    await page.reload();
    await expectShown(page.getByText(pages('privacy.date')));
    await page.getByRole('link', { name: t('login.back') }).click();
    await expectScreen(page, t('login.title'));
    await signIn(page, 'anna');
    await button(page, t('profile.open')).click();
    await page.getByRole('link', { name: t('profile.privacy') }).click();
    await expectScreen(page, pages('privacy.title'));
    await expectGone(page.getByText('anna@demo.example', { exact: true }));
  });

  it('the debug page shows the browser’s name and whether it is a phone', async () => {
    const { page } = await bench.device({ worker: true, userAgent: 'Mozilla/5.0 (Linux; Android 16) Test' });
    await signIn(page, 'anna');
    await page.goto('/#/debug');
    await expectShown(page.getByText('Mozilla/5.0 (Linux; Android 16) Test', { exact: true }));
    await expectSoon(() => page.locator('dd').last().textContent(), t('debug.yes'));
  });
});
