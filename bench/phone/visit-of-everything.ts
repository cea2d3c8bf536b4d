import type { Page } from 'playwright-core';
import { expectLevel, expectScreen, expectShown } from '#tests/e2e/harness/expectations.ts';
import { eventTitle, signIn, workerReady } from '#tests/e2e/harness/people.ts';
import { openScreen, type ScreenPath, screensOfAll } from '#tests/e2e/harness/screens.ts';
import { t } from '#tests/e2e/harness/texts.ts';

/** Events during the visit. */
export interface Day {
  /** The id of a long thread. */
  readonly thread: string;
  /** Creates a post of another person. */
  post(content: string): Promise<unknown>;
}

export type Step = readonly [name: string, act: (page: Page) => Promise<unknown>];

/** Pages of threads and of photos on the device, and one that is fetched. */
const pages = { chat: { here: 30, older: 60 }, pictures: { here: 10, older: 40 } };
/** More threads than the window may grow by before its floor is raised. */
const arriving = 200;
/** Time (ms) in which an idle app deletes rows outside of the windows. */
const idle = 10_000;
/** Time (ms) between two movements of a finger. */
const swipe = 100;

/** Returns the steps of a visit in which a member opens, scrolls and searches everything. */
export function visitOf({ thread, post }: Day): Step[] {
  return [
    ['sign-in and first load', (page) => signIn(page, 'anna').then(() => expectLevel(page))],
    ['idle after the first load', (page) => workerReady(page).then(() => page.waitForTimeout(idle))],
    ['start', start],
    ...screensOfAll.map((path): Step => [`open: ${path}`, (page) => openScreen(page, path)]),
    ['menu', openMenu],
    ['chat: scroll', (page) => openScreen(page, 'chat').then(() => scroll(page))],
    ['chat: other pages on the device', (page) => turn(page, 'chat', pages.chat.here)],
    ['chat: an older page', (page) => openPage(page, 'chat', pages.chat.older).then(() => scroll(page))],
    ['thread: open', (page) => openThread(page, thread)],
    ['thread: earlier replies, also older ones', earlierReplies],
    ['thread: scroll', scroll],
    ['photos: scroll', (page) => openScreen(page, 'pictures').then(() => scroll(page))],
    ['photos: other pages on the device', (page) => turn(page, 'pictures', pages.pictures.here)],
    ['photos: an older page', (page) => openPage(page, 'pictures', pages.pictures.older).then(() => scroll(page))],
    ['photos: in full size', openPhoto],
    ['participants: scroll', (page) => openScreen(page, 'participants').then(() => scroll(page))],
    ['participants: another page', (page) => openPage(page, 'participants', 3)],
    ['participants: search', (page) => page.getByRole('searchbox').pressSequentially('guest-12', { delay: swipe })],
    ['participants: profile', openProfile],
    ['schedule: scroll', (page) => openScreen(page, 'schedule').then(() => scroll(page))],
    [
      'search: on the device',
      (page) => openScreen(page, 'search').then(() => page.getByRole('searchbox').pressSequentially('the', { delay: swipe })),
    ],
    ['search: all hits of a kind', showAll],
    ['search: in the whole event', searchEverywhere],
    ['search: open a hit of the whole event', openHit],
    [`${arriving} posts arrive in the chat`, (page) => arrive(page, post)],
    ['idle after them', (page) => page.waitForTimeout(idle)],
    ['start at the end', start],
  ];
}

async function start(page: Page): Promise<void> {
  await page.goto('/#/home');
  await page.reload();
  await expectScreen(page, eventTitle);
  await expectLevel(page);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('menu.more') }).click();
  await expectShown(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
}

/** Scrolls to the end of the page like a finger. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(195, 400);
  for (let left = 300; left > 0; left -= 1) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(swipe);
    if (await page.evaluate(() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2)) return;
  }
}

async function turn(page: Page, path: ScreenPath, last: number): Promise<void> {
  for (let number = 2; number <= last; number += 1) await openPage(page, path, number);
}

async function openPage(page: Page, path: ScreenPath, number: number): Promise<void> {
  await page.goto(`/#/${path}/${number}`);
  await expectShown(page.getByLabel(t('pagination.current', { page: number })));
  await expectShown(page.locator('main li').first());
  await page.waitForTimeout(3 * swipe);
}

async function openThread(page: Page, id: string): Promise<void> {
  await page.goto(`/#/chat/thread/${id}`);
  await expectScreen(page, t('chat.thread'));
  await expectShown(page.getByRole('list', { name: t('chat_item.replies') }));
}

/** Adds earlier replies until all are shown. */
async function earlierReplies(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'earlier repl' });
  for (let left = 10; left > 0; left -= 1) {
    if (!(await button.first().isVisible())) return;
    await button.first().click();
    await page.waitForTimeout(10 * swipe);
  }
}

async function openPhoto(page: Page): Promise<void> {
  await openScreen(page, 'pictures');
  await page.locator('main article a').first().click();
  await expectShown(page.getByRole('dialog'));
  for (let left = 3; left > 0; left -= 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(5 * swipe);
  }
  await page.keyboard.press('Escape');
}

async function openProfile(page: Page): Promise<void> {
  await page.locator('main li button').first().click();
  await expectShown(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
}

async function showAll(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: t('search.show_all', { number: '' }).trim() })
    .first()
    .click();
  await scroll(page);
}

async function searchEverywhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('search.search_everywhere') }).click();
  await expectShown(page.locator('section[aria-labelledby="whole-event"] a').first());
  await scroll(page);
}

async function openHit(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby="whole-event"] a').last().click();
  await page.waitForTimeout(10 * swipe);
}

async function arrive(page: Page, post: Day['post']): Promise<void> {
  await openScreen(page, 'chat');
  for (let index = 1; index <= arriving; index += 1) await post(`Arrival ${index}`);
  await expectShown(page.getByText(`Arrival ${arriving}`, { exact: true }));
  await expectLevel(page);
}
