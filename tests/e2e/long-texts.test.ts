import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInByApi } from './harness/api.ts';
import { writePost } from './harness/chat.ts';
import { expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, installed, signIn } from './harness/people.ts';
import { snapshotFile } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { pageTexts, t } from './harness/texts.ts';

const bench = setUp();

/** Sixty characters without a place to break. */
const longName = 'Adolphblainecharlesdavidearlfrederickgeraldhubertirvinjohnke';

/** What a person would have to scroll sideways for, or could not read at all. */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (node: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) || (node.parentElement !== null && scrolls(node.parentElement));
    const seen = [...document.querySelectorAll('header *, main *')].filter((node) => node.checkVisibility() && !scrolls(node));
    return seen
      .filter((node) => node.getBoundingClientRect().width > 2 && getComputedStyle(node).clipPath === 'none')
      .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1)
      .map((node) => `${node.tagName} ${node.textContent}`.slice(0, 80));
  });

/** Each screen, its title, and what stands there once its rows are drawn: the screen before it may have the same. */
const screens: Record<string, readonly [title: string, content: (page: Page) => Locator]> = {
  home: [eventTitle, (page) => page.getByRole('main').getByText(longName)],
  schedule: [t('schedule.title'), (page) => page.getByRole('article')],
  chat: [t('chat.title'), (page) => page.getByRole('article').getByText(longName)],
  pictures: [t('photos.title'), (page) => page.getByRole('article').getByText(longName)],
  meetups: [t('meetups.title'), (page) => page.getByRole('article').getByText(longName)],
  participants: [t('participants.title'), (page) => page.getByRole('main').getByText(longName)],
  statistics: [t('statistic.title'), (page) => page.getByRole('main').getByRole('listitem')],
  'statistics/counter': [t('statistic.title'), (page) => page.getByRole('main').getByRole('status')],
  'my-profile': [t('profile.my_profile'), (page) => page.getByRole('main').getByRole('textbox')],
  feedback: [t('feedback_simple.title'), (page) => page.getByRole('main').getByRole('textbox')],
  share: [t('share.title'), (page) => page.getByRole('main').getByRole('button')],
  notifications: [t('notifications.title'), (page) => page.getByRole('main').getByRole('switch')],
  announcements: [t('announcements.title'), (page) => page.getByRole('article')],
  faq: [pageTexts.en('faq.title'), (page) => page.getByRole('searchbox')],
  'not-sent': [t('not_sent.title'), (page) => page.getByRole('main').getByRole('button')],
};

async function walk(page: Page): Promise<void> {
  for (const [screen, [title, content]] of Object.entries(screens)) {
    await page.goto(`/#/${screen}`);
    await expectScreen(page, title);
    await expectShown(content(page).first());
    expect({ screen, sticksOut: await sticksOut(page) }).toEqual({ screen, sticksOut: [] });
  }
}

describe('nothing sticks out of a small phone’s screen', () => {
  beforeAll(async () => {
    const api = await signInByApi(bench.server, 'anna');
    const picture = await snapshotFile(60, 40);
    const url = `data:image/jpeg;base64,${picture.buffer.toString('base64')}`;
    const startDate = new Date(Date.now() + 3_600_000).toISOString();
    const answers = [
      await api.call('POST', '/api/users/me', { name: longName }),
      await api.call('POST', '/api/photo/', { url, description: longName }),
      await api.call('POST', '/api/post', { event: 1, content: longName }),
      await api.call('POST', '/api/meetup/', { event: 1, title: longName, description: longName, startDate }),
    ];
    if (answers.some(({ status }) => status > 201)) throw new Error(JSON.stringify(answers));
  });

  it('when a name has sixty characters and no blank', async () => {
    const { page } = await bench.device({ worker: true, viewport: { width: 320, height: 640 } });
    await signIn(page, 'ben');
    await expectLevel(page);
    await walk(page);
  });

  it('when letters are twice their size', async () => {
    const { page } = await bench.device({ worker: true, viewport: { width: 360, height: 740 } });
    await signIn(page, 'ben');
    await expectLevel(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await walk(page);
  });
});

describe('a very long text', () => {
  const many = Array.from({ length: 150 }, (_, line) => `Line ${line} of a long story`).join('\n');
  const few = 'Two lines\nand no more.';
  const more = (within: Locator) => within.getByRole('button', { name: new RegExp(`^${t('app.show_more')}`) });
  const less = (within: Locator) => within.getByRole('button', { name: new RegExp(`^${t('app.show_less')}`) });
  const lines = (words: Locator): Promise<number> =>
    words.evaluate((node) => Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)));

  it('is folded on every screen, unfolds by its button and folds again to where it begins', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
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
    await installed(page);
    // Safari does not hold what is looked at in its place when something above it goes.
    await page.evaluate(() => document.body.style.setProperty('overflow-anchor', 'none'));
    const words = page.locator('article p', { hasText: 'Line 0 of a long story' });
    for (const [screen, shown] of [
      ['chat', 12],
      ['announcements', 12],
    ] as const) {
      await page.goto(`/#/${screen}`);
      await expectScreen(page, t(`${screen}.title`));
      await expectSoon(() => lines(words), shown);
      const article = page.getByRole('article').filter({ hasText: 'Line 0 of a long story' });
      await expectSoon(() => more(article).getAttribute('aria-expanded'), 'false');
      await more(article).click();
      await expectSoon(() => lines(words), 150);
      await expectSoon(() => less(article).getAttribute('aria-expanded'), 'true');
      await less(article).scrollIntoViewIfNeeded();
      await less(article).click();
      await expectSoon(() => lines(words), shown);
      await expectSoon(async () => (await words.boundingBox())!.y > 0, true);
      await expectSoon(() => more(article).evaluate((node) => node === document.activeElement), true);
    }
    await page.goto('/#/chat');
    await expectShown(page.getByText('and no more.'));
    expect(await more(page.getByRole('article').filter({ hasText: 'and no more.' })).count()).toBe(0);
    await page.goto('/#/home');
    await expectSoon(() => lines(page.getByRole('region', { name: t('chat.recent') }).locator('p', { hasText: 'Line 0' })), 4);
    await setOffline(true);
    await page.goto('/#/chat');
    await writePost(page, many.replaceAll('Line', 'Waiting line'));
    await page.goto('/#/not-sent');
    await expectScreen(page, t('not_sent.title'));
    const waiting = page.locator('article p', { hasText: 'Waiting line 0' });
    await expectSoon(() => lines(waiting), 12);
    await more(page.getByRole('article')).click();
    await expectSoon(() => lines(waiting), 150);
  });
});
