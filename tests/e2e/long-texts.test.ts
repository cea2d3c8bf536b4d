import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInByApi } from './harness/api.ts';
import { expectLevel, expectShown } from './harness/expectations.ts';
import { signIn } from './harness/people.ts';
import { snapshotFile } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';

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

/** Each screen, and what stands there once its rows are drawn. */
const screens: Record<string, (page: Page) => Locator> = {
  home: (page) => page.getByRole('main').getByText(longName),
  schedule: (page) => page.getByRole('article'),
  chat: (page) => page.getByRole('article').getByText(longName),
  pictures: (page) => page.getByRole('article').getByText(longName),
  meetups: (page) => page.getByRole('article').getByText(longName),
  participants: (page) => page.getByRole('main').getByText(longName),
  statistics: (page) => page.getByRole('main').getByRole('listitem'),
  'statistics/counter': (page) => page.getByRole('main').getByRole('status'),
  'my-profile': (page) => page.getByRole('main').getByRole('textbox'),
  feedback: (page) => page.getByRole('main').getByRole('textbox'),
  share: (page) => page.getByRole('main').getByRole('button'),
  notifications: (page) => page.getByRole('main').getByRole('switch'),
  announcements: (page) => page.getByRole('article'),
  faq: (page) => page.getByRole('searchbox'),
  'not-sent': (page) => page.getByRole('main').getByRole('button'),
};

async function walk(page: Page): Promise<void> {
  for (const [screen, content] of Object.entries(screens)) {
    await page.goto(`/#/${screen}`);
    await expectShown(content(page).first());
    expect({ screen, sticksOut: await sticksOut(page) }).toEqual({ screen, sticksOut: [] });
  }
}

describe('nothing sticks out of a small phone’s screen', () => {
  beforeAll(async () => {
    const api = await signInByApi(bench.server, 'anna');
    const picture = await snapshotFile(60, 40);
    const url = `data:image/jpeg;base64,${picture.buffer.toString('base64')}`;
    const startDate = new Date(Date.now() + 60_000).toISOString();
    const answers = [
      await api.call('POST', '/api/users/me', { name: longName }),
      await api.call('POST', '/api/photo/', { url, description: longName }),
      await api.call('POST', '/api/post', { event: 1, content: longName }),
      await api.call('POST', '/api/meetup/', { event: 1, title: longName, description: longName, startDate }),
    ];
    if (answers.some(({ status }) => status > 201)) throw new Error(JSON.stringify(answers));
  });

  it('when a name has sixty characters and no blank', async () => {
    const { page } = await bench.device({ viewport: { width: 320, height: 640 } });
    await signIn(page, 'ben');
    await expectLevel(page);
    await walk(page);
  });

  it('when letters are twice their size', async () => {
    const { page } = await bench.device({ viewport: { width: 360, height: 740 } });
    await signIn(page, 'ben');
    await expectLevel(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await walk(page);
  });
});
