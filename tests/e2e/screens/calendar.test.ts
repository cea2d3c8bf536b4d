import { describe, expect, it } from 'vitest';
import { button } from '../harness/chat.ts';
import { expectHidden, expectLevel, expectOpen, expectScreen, expectShown } from '../harness/expectations.ts';
import { workerReady, signIn } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

describe('the calendar', () => {
  it('works without network: a month by keyboard, the entries of a day, and an entry saved as a file', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await page.goto('/#/calendar-events');
    await expectShown(page.getByRole('grid'));
    await setOffline(true);
    await page.reload();
    await expectScreen(page, t('calendar.title'));

    const singing = page.getByRole('button', { name: /PM.*Singen am Steg/ });
    await expectShown(singing);
    await singing.click();
    await expectOpen(page.getByRole('dialog'));
    await expectShown(page.getByRole('dialog').getByText('Chor am See'));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));

    const before = await page.getByRole('heading', { level: 2 }).textContent();
    const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button');
    await chosen.focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.getByRole('heading', { level: 2 }).textContent()).not.toBe(before);
    // The keyboard focus stays in the grid.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=gridcell]') !== null)).toBe(true);

    await page.goto('/#/schedule');
    await expectScreen(page, t('schedule.title'));
    const entry = page.locator('article[data-status=next]').last();
    await entry.getByRole('heading').getByRole('link').click();
    const add = button(page.getByRole('dialog'), t('schedule.add_to_calendar'));
    const [download] = await Promise.all([page.waitForEvent('download'), add.click()]);
    expect(download.suggestedFilename()).toMatch(/\.ics$/);
    const file = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nBEGIN:VEVENT\r\n/);
  });
});
