import { describe, it } from 'vitest';
import { camp } from '../../server/demo/events.ts';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

describe('the share page', () => {
  it('has code, link and QR code, copies each, and works without network', async () => {
    const { page, context, setOffline } = await bench.device({ worker: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await signIn(page, 'anna');
    await expectLevel(page);
    await installed(page);
    await setOffline(true);
    await page.goto('/#/share');
    await page.reload();
    await expectScreen(page, t('share.title'));
    const url = `${bench.server.origin}/#code=${camp.code}`;
    await expectShown(page.getByRole('img', { name: t('share.qr'), exact: true }));
    await expectShown(page.getByText(url, { exact: true }));
    // It is said for two seconds only.
    await Promise.all([seen(page, t('share.copied'), 'button'), button(page, t('share.copy_url')).click()]);
    await expectSoon(() => copied(), url);
    await expectGone(button(page, t('share.copied')));
    await Promise.all([seen(page, t('share.copied'), 'button'), button(page, t('share.copy_code')).click()]);
    await expectSoon(() => copied(), camp.code);
  });
});
