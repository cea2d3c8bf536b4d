import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { signInByApi } from '../harness/api.ts';
import { button, writePost } from '../harness/chat.ts';
import { expectFocus, expectHidden, expectLevel, expectScreen, expectShown, expectSoon } from '../harness/expectations.ts';
import { holdMessage } from '../harness/messages.ts';
import { signIn } from '../harness/people.ts';
import { snapshotFile } from '../harness/photos.ts';
import { openScreen, screenPaths, screensOfAll, screensOfGlobalAdmins } from '../harness/screens.ts';
import { setUp } from '../harness/set-up.ts';
import { overflowOf } from '../harness/accessibility/overflow.ts';
import { tabWalker } from '../harness/accessibility/tab-walk.ts';
import { t, texts } from '../harness/texts.ts';
import { ambiguousControls } from '../harness/accessibility/ambiguous-controls.ts';

const bench = setUp();

const languages: Language[] = ['en', 'de'];
const android = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

describe('a phone', () => {
  it.each(languages)('in %s has a banner of one line and room for six schedule entries below their day', async (language) => {
    const words = texts[language];
    const { page } = await bench.device({ language, userAgent: android });
    await signIn(page, 'ben');
    await expectLevel(page);
    const banner = page.getByRole('region', { name: words('install.label') });
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
    await expectShown(button(banner, words('install.button')));
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(64);
    await page.setViewportSize({ width: 390, height: 844 });
    await button(banner, words('install.close')).click();
    await expectHidden(banner);

    await page.goto('/#/schedule');
    await expectScreen(page, words('schedule.title'));
    const entries = page.getByRole('article');
    await expectShown(entries.first());
    const bar = page.getByRole('navigation', { name: words('schedule.days') });
    const days = await bar.getByRole('button').all();
    const expectMarked = async (day: Locator): Promise<void> =>
      expectSoon(() => bar.locator('[aria-current]').allInnerTexts(), [await day.innerText()]);
    // During the event the screen opens at the current entry, and draws those above it later. A chosen day draws all.
    await days.at(-4)!.click();
    await expectMarked(days.at(-4)!);
    const second = page.getByRole('heading', { level: 2 }).nth(1);
    // Scrolls by the section, because the sticky heading has moved.
    await second.evaluate((heading) => scrollTo(0, heading.closest('section')!.offsetTop + 200));
    const heading = (await second.boundingBox())!;
    const [first, sixth] = await Promise.all([0, 5].map((index) => entries.nth(index).boundingBox()));
    expect(heading.y + heading.height + sixth!.y + sixth!.height - first!.y).toBeLessThanOrEqual(844);
    // The heading of a day stays below the bar, which marks that day.
    const place = async () => {
      const [day, box] = await Promise.all([second.boundingBox(), bar.boundingBox()]);
      return Math.round(day!.y - box!.y - box!.height);
    };
    await expectSoon(place, 0);
    await expectMarked(days.at(-4)!);
    // The bar is in sight, so focusing it by keyboard must not scroll.
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    for (const control of [page.getByRole('button', { name: words('menu.open') }), days.at(-1)!]) {
      await control.focus();
      expect(await scrolled()).toBe(before);
    }
    // Includes a day at the end of the page, which cannot scroll up to the bar.
    for (const day of [days.at(-2)!, days.at(-1)!, days.at(1)!]) {
      await day.click();
      await expectMarked(day);
    }
    await page.mouse.wheel(0, 100_000);
    await expectMarked(days.at(-1)!);
  });

  it('keeps the day of the agenda right below the header while the person scrolls', async () => {
    const { page } = await bench.device();
    await signIn(page, 'orga');
    await expectLevel(page);
    await openScreen(page, 'agenda');
    const day = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    await day.evaluate((heading) => scrollTo(0, heading.closest('section')!.offsetTop + 60));
    const gap = async (): Promise<number> => {
      const [heading, header] = await Promise.all([day.boundingBox(), page.getByRole('banner').boundingBox()]);
      return Math.round(heading!.y - header!.y - header!.height);
    };
    await expectSoon(gap, 0);
  });

  it('shows the invalid field above the bar at the foot of its form', async () => {
    const { page } = await bench.device({ viewport: { width: 360, height: 740 } });
    await signIn(page, 'orga');
    await expectLevel(page);
    await openScreen(page, 'admin/event-links');
    await button(page, t('contact_links.add_block')).click();
    await page.getByLabel(t('contact_links.link_url'), { exact: true }).last().fill('https://camp.example/');
    const save = button(page, t('contact_links.save'));
    await save.click();
    const wrong = page.getByLabel(t('contact_links.title_label'), { exact: true }).last();
    await expectFocus(wrong);
    await expectShown(page.getByText(t('contact_links.problem_title'), { exact: true }));
    const [field, bar] = await Promise.all([
      wrong.boundingBox(),
      page.getByText(t('contact_links.unsaved'), { exact: true }).boundingBox(),
    ]);
    expect(field!.y + field!.height).toBeLessThan(bar!.y);
  });
});

describe('every screen', () => {
  it('is walked through by Tab from the skip link to its end, and every control has a clear name', async () => {
    const found: Record<string, string[]> = {};
    for (const [person, paths] of [
      ['orga', screenPaths],
      ['admin', screensOfGlobalAdmins],
    ] as const) {
      const { page, context } = await bench.device();
      await signIn(page, person);
      await expectLevel(page);
      const cdp = await context.newCDPSession(page);
      const walk = await tabWalker(page, cdp);
      for (const path of paths) {
        await openScreen(page, path);
        const problems = [...(await ambiguousControls(page, cdp)), ...(await walk())];
        if (problems.length > 0) found[path] = problems;
      }
    }
    expect(found).toEqual({});
  });

  it('fits a small phone with a name of sixty characters without a blank, and with letters twice their size', async () => {
    const longName = 'Adolphblainecharlesdavidearlfrederickgeraldhubertirvinjohnke';
    await writeEverywhere(longName);
    const { page } = await bench.device();
    await signIn(page, 'ben');
    await expectLevel(page);
    const fits = [
      { viewport: { width: 320, height: 640 }, letters: '' },
      { viewport: { width: 360, height: 740 }, letters: '200%' },
    ];
    const found: object[] = [];
    for (const { viewport, letters } of fits) {
      await page.setViewportSize(viewport);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
      for (const path of screensOfAll) {
        await openScreen(page, path);
        const words = page.getByRole('main').getByText(longName).first();
        if (['home', 'chat', 'meetups', 'participants'].includes(path)) await expectShown(words);
        const out = await overflowOf(page);
        if (out.length > 0) found.push({ path, letters, out });
      }
    }
    expect(found).toEqual([]);
  });
});

/** Gives Anna this name and writes it to each text that she may write. */
async function writeEverywhere(longName: string): Promise<void> {
  const api = await signInByApi(bench.server, 'anna');
  const url = `data:image/jpeg;base64,${(await snapshotFile(60, 40)).buffer.toString('base64')}`;
  const startDate = new Date(Date.now() + 3_600_000).toISOString();
  const answers = [
    await api.call('POST', '/api/users/me', { name: longName }),
    await api.call('POST', '/api/photo/', { url, description: longName }),
    await api.call('POST', '/api/post', { event: 1, content: longName }),
    await api.call('POST', '/api/meetup/', { event: 1, title: longName, description: longName, startDate }),
  ];
  expect(answers.filter(({ status }) => status > 201)).toEqual([]);
}

describe('a very long text', () => {
  const many = Array.from({ length: 150 }, (_, line) => `Line ${line} of a long story`).join('\n');
  const few = 'Two lines\nand no more.';
  const more = (within: Locator) => within.getByRole('button', { name: new RegExp(`^${t('app.show_more')}`) });
  const less = (within: Locator) => within.getByRole('button', { name: new RegExp(`^${t('app.show_less')}`) });
  const lines = (words: Locator): Promise<number> =>
    words.evaluate((node) => Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)));

  it('is folded on every screen, unfolds by its button and folds back to its beginning', async () => {
    const { page, setOffline } = await bench.device();
    const admin = await signInByApi(bench.server, 'admin');
    const answers = [
      await admin.call('POST', '/api/announcement', { event: 1, title: 'Long', content: many }),
      await admin.call('POST', '/api/post', { event: 1, content: many }),
      await admin.call('POST', '/api/post', { event: 1, content: few }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { id } = answers[0]!.body as { id: string };
    expect((await admin.call('POST', `/api/announcement/${id}/activate`)).status).toBeLessThan(300);
    await signIn(page, 'ben');
    await expectLevel(page);
    await expectSoon(() => lines(page.getByRole('region', { name: t('chat.recent') }).locator('p', { hasText: 'Line 0' })), 2);
    // Safari has no scroll anchoring.
    await page.evaluate(() => document.body.style.setProperty('overflow-anchor', 'none'));
    // Loads the code of this screen before the network is cut.
    await openScreen(page, 'not-sent');
    const words = page.locator('article p', { hasText: 'Line 0 of a long story' });
    const article = page.getByRole('article').filter({ hasText: 'Line 0 of a long story' });
    for (const screen of ['announcements', 'chat'] as const) {
      await openScreen(page, screen);
      await expectSoon(() => lines(words), 12);
      await expectSoon(() => more(article).getAttribute('aria-expanded'), 'false');
      await more(article).click();
      await expectSoon(() => lines(words), 150);
      await expectSoon(() => less(article).getAttribute('aria-expanded'), 'true');
      await less(article).scrollIntoViewIfNeeded();
      await less(article).click();
      await expectSoon(() => lines(words), 12);
      await expectSoon(async () => (await words.boundingBox())!.y > 0, true);
      await expectFocus(more(article));
    }
    await expectShown(page.getByText('and no more.'));
    expect(await more(page.getByRole('article').filter({ hasText: 'and no more.' })).count()).toBe(0);
    await setOffline(true);
    await writePost(page, many.replaceAll('Line', 'Waiting line'));
    await openScreen(page, 'not-sent');
    const waiting = page.locator('article p', { hasText: 'Waiting line 0' });
    await expectSoon(() => lines(waiting), 12);
    await more(page.getByRole('article')).click();
    await expectSoon(() => lines(waiting), 150);
  });
});

describe('messages', () => {
  it('appear one at a time after fast taps, below the header and clear of the end of a screen', async () => {
    // Notifications are blocked from the start; otherwise each tap would also request the permission and report it later.
    const { page } = await bench.device({ viewport: { width: 390, height: 500 }, permissions: ['background-sync'] });
    await signIn(page, 'orga');
    await expectLevel(page);
    await openScreen(page, 'notifications');
    await page.getByRole('switch', { name: t('notifications.general'), exact: true }).focus();
    const messages = page.getByLabel(t('app.messages'), { exact: true }).locator('p');
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Space');
    await holdMessage(messages.filter({ visible: true }), () => page.keyboard.press('Space'));
    await expectSoon(() => messages.filter({ visible: true }).count(), 1);

    const last = page.getByRole('main').locator('button, a, input, [role=switch]').filter({ visible: true }).last();
    const isClear = async (): Promise<boolean> => {
      await last.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const parts = [page.getByRole('banner'), messages.filter({ visible: true }), last];
      const [header, message, end] = await Promise.all(parts.map((part) => part.boundingBox()));
      return header!.y + header!.height <= message!.y && message!.y + message!.height < end!.y;
    };
    await expectSoon(isClear, true);
  });
});
