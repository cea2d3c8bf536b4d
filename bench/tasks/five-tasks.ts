import type { Page } from 'playwright-core';
import { expectHidden, expectShown } from '#tests/e2e/harness/expectations.ts';
import type { Person } from '#tests/e2e/harness/people.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import type { Hand } from './hand.ts';
import { days, story } from './story.ts';

export interface Task {
  readonly name: string;
  readonly person: Person;
  /** Begins and ends with the phone in the hand: at the home screen, and when the result is in sight. */
  readonly act: (page: Page, hand: Hand) => Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const moreEntries = (page: Page) => button(page, t('menu.more')).or(page.getByRole('button', { name: new RegExp(`^${t('menu.more')},`) }));
const menuEntry = (page: Page, name: string) => page.getByRole('dialog').getByRole('link', { name });

export const fiveTasks: readonly Task[] = [
  {
    name: `find what is on now in “${story.place}”`,
    person: 'anna',
    act: async (page, hand) => hand.see(page.getByRole('main').getByText(story.current, { exact: true })),
  },
  {
    name: 'answer a reply',
    person: 'anna',
    act: async (page, hand) => {
      await hand.tap(page.getByRole('main').getByRole('link', { name: story.reply }));
      await hand.fill(page.getByRole('textbox'), story.answer);
      await hand.tap(button(page, t('chat_item.reply_submit')));
      await hand.see(page.getByRole('article').getByText(story.answer, { exact: true }));
    },
  },
  {
    name: 'see what changed since yesterday (announcement, moved entry, reply, post)',
    person: 'anna',
    act: async (page, hand) => {
      const news = page.locator('section', { has: page.getByRole('heading', { name: t('home.new'), exact: true }) });
      for (const text of [story.announcement, story.moved, story.reply]) await hand.see(news.getByText(text));
      await hand.see(page.getByRole('main').getByText(story.post, { exact: true }));
    },
  },
  {
    name: 'publish an announcement',
    person: 'orga',
    act: async (page, hand) => {
      await hand.tap(moreEntries(page));
      await hand.tap(menuEntry(page, t('menu.admin_announcements')));
      await hand.tap(page.getByRole('link', { name: t('admin_announcements.add'), exact: true }));
      await hand.fill(page.getByLabel(t('admin_announcements.title_label'), { exact: true }), story.title);
      await hand.fill(page.getByLabel(t('admin_announcements.content'), { exact: true }), story.text);
      await hand.tap(button(page, t('admin_announcements.publish')));
      await hand.see(page.getByRole('article', { name: story.title }));
    },
  },
  {
    name: 'add four schedule entries in a row (one after another, one place)',
    person: 'orga',
    act: async (page, hand) => {
      await hand.tap(moreEntries(page));
      await hand.tap(menuEntry(page, t('menu.admin_schedule')));
      await hand.tap(button(page, t('admin_schedule.add')));
      const form = page.getByRole('form', { name: t('admin_schedule.add_title'), exact: true });
      const title = form.getByLabel(t('admin_schedule.title_label'), { exact: true });
      for (const [index, name] of story.workshops.entries()) {
        await hand.fill(title, name);
        if (index === 0) {
          await hand.fill(form.getByLabel(t('admin_schedule.start'), { exact: true }), `${days.coming}T14:00`);
          await hand.fill(form.getByLabel(t('admin_schedule.location_name'), { exact: true }), story.place);
        }
        const isLast = index === story.workshops.length - 1;
        await hand.tap(form.getByRole('button', { name: t(isLast ? 'admin_schedule.save' : 'admin_schedule.save_and_add'), exact: true }));
        await expectShown(page.getByRole('article', { name, exact: true }));
        // The form is empty again when the server has answered.
        while (!isLast && (await title.inputValue()) !== '') await page.waitForTimeout(50);
      }
      await expectHidden(form);
      await hand.see(page.getByRole('article', { name: story.workshops.at(-1)!, exact: true }));
    },
  },
];
