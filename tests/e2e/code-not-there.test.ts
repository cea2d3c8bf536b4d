import { describe, expect, it } from 'vitest';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, heading } from './harness/expectations.ts';
import { signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

describe('a screen whose code could not be fetched', () => {
  it('says so, and is there, drawn as it should be, when the network is back', async () => {
    // On the very first visit, or in a private window, nothing holds the app for times without network.
    const { page, setOffline, watch } = await bench.device({ serviceWorkers: 'block' });
    watch.expect(/Service Worker registration blocked by Playwright/);
    await signIn(page, 'anna');
    await expectLevel(page);
    await setOffline(true);
    await page.goto('/#/statistics');
    await expectShown(page.getByRole('alert').getByText(t('app.not_loaded_text')));
    await button(page, t('app.try_again')).click();
    await expectShown(button(page, t('app.try_again')));
    await expectGone(heading(page, t('statistic.title')));
    await setOffline(false);
    await expectScreen(page, t('statistic.title'));
    const bar = page.getByRole('navigation', { name: t('statistic.tabs') });
    await expectSoon(() => bar.evaluate((node) => getComputedStyle(node).display), 'flex');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is not waited for where the server answers and the browser has given it up: the page is loaded anew', async () => {
    const { page, watch } = await bench.device({ serviceWorkers: 'block' });
    watch.expect(/Service Worker registration blocked by Playwright/);
    watch.expect(/^Failed to load resource: net::ERR_FAILED/);
    await signIn(page, 'anna');
    await expectLevel(page);
    const code = '**/assets/statistics-screen-*.js';
    await page.route(code, (route) => route.abort());
    await page.goto('/#/statistics');
    await expectShown(button(page, t('app.try_again')));
    const anew = page.waitForEvent('load');
    await button(page, t('app.try_again')).click();
    await anew;
    await expectShown(button(page, t('app.try_again')));
    await page.unroute(code);
    await button(page, t('app.try_again')).click();
    await expectScreen(page, t('statistic.title'));
  });
});
