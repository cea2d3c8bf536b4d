import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { overflowOf } from '../harness/accessibility/overflow.ts';
import { button } from '../harness/chat.ts';
import { expectFocus, expectHidden, expectLevel, expectOpen, expectScreen, expectShown, expectSoon } from '../harness/expectations.ts';
import { eventTitle, signIn, workerReady } from '../harness/people.ts';
import { setUp } from '../harness/set-up.ts';
import { t } from '../harness/texts.ts';

const bench = setUp();

const field = (page: Page) => page.getByRole('searchbox', { name: t('search.field') });
const hit = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

it('a search without network finds everything of the event, and leads to the place of a hit and back', async () => {
  const { page, setOffline } = await bench.device({ worker: true });
  await signIn(page, 'anna');
  await expectLevel(page);
  await workerReady(page);
  await setOffline(true);
  await page.reload();
  await expectScreen(page, eventTitle);
  await page.getByRole('link', { name: t('search.open'), exact: true }).click();
  await expectScreen(page, t('search.title'));
  await expectFocus(field(page));
  expect(page.workers()).toHaveLength(1);

  await page.keyboard.type('steg');
  await expectShown(hit(page, /Frühschwimmen/));
  await expectShown(hit(page, /Glasflaschen/));
  // The header has its longest state without network.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize(size);
  const rules = hit(page, /Baden nur mit Aufsicht/);
  expect(await rules.locator('mark').allTextContents()).toEqual(['Steg']);
  await rules.click();
  await expectScreen(page, t('announcements.title'));
  const found = page.getByRole('article').filter({ hasText: 'Baden nur mit Aufsicht' });
  await expectFocus(found);
  await expectSoon(() => found.evaluate((row) => row.getBoundingClientRect().bottom < innerHeight), true);

  await page.goBack();
  await expectFocus(rules);
  // A draft of the organisers.
  await field(page).fill('gewitterfront');
  await expectShown(page.getByText(t('search.none_text')));
  await button(page, t('search.again')).click();
  await expectFocus(field(page));

  await page.keyboard.type('regret nothing');
  await hit(page, /I regret nothing/).click();
  await expectScreen(page, t('chat.thread'));
  await expectFocus(page.getByRole('article').filter({ hasText: 'I regret nothing' }).last());

  await page.getByRole('link', { name: t('search.open'), exact: true }).click();
  await expectFocus(field(page));
  await page.keyboard.type('oskar');
  await page.getByRole('main').getByRole('button', { name: /Oskar/ }).click();
  await expectOpen(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
});
