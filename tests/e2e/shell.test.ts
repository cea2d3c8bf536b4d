import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, openChat } from './harness/chat.ts';
import { iPhone } from './harness/device.ts';
import { expectGone, expectLevel, expectOpen, expectScreen, expectShown, expectSoon, heading } from './harness/expectations.ts';
import { eventTitle, type Person, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

async function atHome(person: Person, options: Parameters<typeof bench.device>[0] = {}): Promise<Page> {
  const { page } = await bench.device({ worker: true, ...options });
  await signIn(page, person);
  await expectLevel(page);
  return page;
}

const menu = (page: Page) => page.getByRole('navigation', { name: t('menu.label') });

async function menuEntries(page: Page): Promise<string[]> {
  await button(page, t('menu.open')).click();
  await expectShown(menu(page));
  const entries = await menu(page).getByRole('link').allInnerTexts();
  await button(page, t('menu.close')).click();
  await expectGone(menu(page));
  return entries.map((entry) => entry.split('\n').at(-1)!.trim());
}

const sections = {
  none: [
    t('menu.home'),
    t('menu.schedule'),
    t('menu.meetups'),
    t('menu.chat'),
    t('menu.pictures'),
    t('menu.participants'),
    t('menu.share'),
    t('menu.announcements'),
    t('menu.statistics'),
    t('menu.feedback'),
    t('menu.faq'),
  ],
  admin: [t('menu.admin_schedule'), t('menu.admin_announcements')],
  settings: [t('menu.notifications'), t('menu.logout')],
};
const entriesOfParticipants = [...sections.none, ...sections.settings];
const entriesOfAdmins = [...sections.none, ...sections.admin, ...sections.settings];

/** Changes rows of the event before anybody loads them, for the length of one test. */
async function withRows(change: string, undo: string, test: () => Promise<void>): Promise<void> {
  bench.server.change(change);
  try {
    await test();
  } finally {
    bench.server.change(undo);
  }
}

describe('side menu', () => {
  it('shows the event’s picture, the sections and their entries in order', async () => {
    const page = await atHome('anna');
    await expectSoon(() => menuEntries(page), entriesOfParticipants);
    await button(page, t('menu.open')).click();
    await expectSoon(() => menu(page).getByRole('heading').allTextContents(), [eventTitle, t('menu.section.settings')]);
    const picture = menu(page).locator('img');
    await expectSoon(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await menu(page)
      .getByRole('link', { name: t('menu.schedule') })
      .click();
    await expectScreen(page, t('schedule.title'));
    await expectGone(menu(page));
  });

  it('shows admins, and nobody else, what only admins may open', async () => {
    const [anna, orga, admin] = await Promise.all([atHome('anna'), atHome('orga'), atHome('admin')]);
    await expectSoon(() => menuEntries(anna), entriesOfParticipants);
    await expectSoon(() => menuEntries(orga), entriesOfAdmins);
    await expectSoon(() => menuEntries(admin), entriesOfAdmins);
    await button(orga, t('menu.open')).click();
    const headings = [eventTitle, t('menu.section.admin'), t('menu.section.settings')];
    await expectSoon(() => menu(orga).getByRole('heading').allTextContents(), headings);
  });

  it('leaves out, and logs, an entry whose module is missing', async () => {
    const set = (id: number) => `update menu_entries set module_id = ${id} where event_id = 1 and navigation_path = '/schedule'`;
    await withRows(set(99), set(2), async () => {
      const { page } = await bench.device({ worker: true });
      const logged: string[] = [];
      page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
      await signIn(page, 'anna');
      await expectLevel(page);
      await expectSoon(
        () => menuEntries(page),
        entriesOfParticipants.filter((name) => name !== t('menu.schedule')),
      );
      await expectSoon(() => logged.some((line) => line.startsWith('info:') && line.includes('99/')), true);
    });
  });

  it('stands open beside the content on a wide screen', async () => {
    const page = await atHome('anna', { viewport: { width: 1280, height: 800 } });
    await expectShown(menu(page));
    await expectGone(button(page, t('menu.open')));
    await menu(page)
      .getByRole('link', { name: t('menu.chat') })
      .click();
    await expectScreen(page, t('chat.title'));
    await expectShown(menu(page));
  });

  it('closes by Escape and gives the focus back', async () => {
    const page = await atHome('anna');
    await button(page, t('menu.open')).click();
    await expectOpen(page.getByRole('dialog'));
    await expectShown(menu(page));
    await page.keyboard.press('Escape');
    await expectGone(menu(page));
    await expectSoon(() => button(page, t('menu.open')).evaluate((element) => element === document.activeElement), true);
  });
});

describe('home screen', () => {
  it('leaves out, and logs, a component that it does not know', async () => {
    const set = (name: string, settings: string) =>
      `update home_entries set settings = '${settings}' where event_id = 1 and settings like '%${name}%'`;
    const posts = '{"componentName":"recent_posts","count":3}';
    await withRows(set('recent_posts', '{"componentName":"mystery"}'), set('mystery', posts), async () => {
      const { page } = await bench.device({ worker: true });
      const logged: string[] = [];
      page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
      await signIn(page, 'anna');
      await expectShown(page.getByRole('heading', { name: t('schedule_status.title'), exact: true }));
      await expectLevel(page);
      await expectGone(page.getByRole('heading', { name: t('chat.recent'), exact: true }));
      await expectSoon(() => logged.some((line) => line.startsWith('info:') && line.includes('mystery')), true);
    });
  });

  it('counts down to an event that has not begun', async () => {
    const move = (event: number) => `update users set active_event_id = ${event} where email = 'ben@demo.example'`;
    const [upcoming] = bench.server.query<{ id: number; title: string }>(
      'select id, title from events where start_date > ? and id in (select event_id from memberships where user_id = ?) order by start_date limit 1',
      new Date().toISOString(),
      bench.server.userId('ben'),
    );
    await withRows(move(upcoming!.id), move(1), async () => {
      const { page } = await bench.device({ worker: true });
      await page.goto('/');
      await signIn(page, 'ben', upcoming!.title);
      await expectShown(page.getByRole('heading', { name: t('event_countdown.title'), exact: true }));
      const seconds = page.getByRole('timer').getByRole('definition').last();
      const before = await seconds.textContent();
      await expect.poll(() => seconds.textContent(), { timeout: 15_000 }).not.toBe(before);
    });
  });
});

describe('addresses', () => {
  it('lead home where there is none', async () => {
    const page = await atHome('anna');
    await page.goto('/');
    await expectScreen(page, eventTitle);
    await expectSoon(() => new URL(page.url()).hash, '#/home');
  });

  it('that lead nowhere say so', async () => {
    const page = await atHome('anna');
    await page.goto('/#/no-such-screen');
    await expectScreen(page, t('app.not_found'));
    await expectShown(page.getByText(t('app.not_found_text', { path: '/no-such-screen' })));
    await page.getByRole('link', { name: t('app.go_home'), exact: true }).click();
    await expectScreen(page, eventTitle);
  });
});

describe('focus', () => {
  it('moves to the heading of a new screen, and the tab is named after it', async () => {
    const page = await atHome('anna');
    await button(page, t('menu.open')).click();
    await menu(page)
      .getByRole('link', { name: t('menu.schedule') })
      .click();
    await expectSoon(() => heading(page, t('schedule.title')).evaluate((element) => element === document.activeElement), true);
    await expectSoon(() => page.title(), `${t('schedule.title')} · ${t('app.name')}`);
    await page.goto('/#/announcements');
    await expectSoon(() => heading(page, t('announcements.title')).evaluate((element) => element === document.activeElement), true);
    await expectSoon(() => page.title(), `${t('announcements.title')} · ${t('app.name')}`);
  });

  it('can skip to the content', async () => {
    const page = await atHome('anna');
    await page.reload();
    await expectScreen(page, eventTitle);
    await page.keyboard.press('Tab');
    const skip = button(page, t('app.skip'));
    await expectSoon(() => skip.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press('Enter');
    await expectSoon(() => page.getByRole('main').evaluate((element) => element === document.activeElement), true);
  });

  it('comes back from the profile overlay', async () => {
    const page = await atHome('anna');
    await button(page, t('profile.open')).click();
    await expectShown(page.getByText('anna@demo.example', { exact: true }));
    await expectOpen(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectGone(page.getByText('anna@demo.example', { exact: true }));
    await expectSoon(() => button(page, t('profile.open')).evaluate((element) => element === document.activeElement), true);
  });
});

describe('install banner', () => {
  const banner = (page: Page) => page.getByRole('region', { name: t('install.label') });

  it('shows on phones and tablets only, until it is closed', async () => {
    const desktop = await atHome('anna');
    await expectGone(banner(desktop));
    const page = await atHome('anna', { userAgent: iPhone });
    await expectShown(banner(page));
    await expectGone(button(banner(page), t('install.button')));
    await button(banner(page), t('install.close')).click();
    await expectGone(banner(page));
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectGone(banner(page));
  });

  it('installs once the browser has offered it', async () => {
    const page = await atHome('anna', { userAgent: iPhone });
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      dispatchEvent(Object.assign(offer, { prompt: async () => document.body.setAttribute('data-prompted', 'yes') }));
    });
    await button(banner(page), t('install.button')).click();
    await expectSoon(() => page.locator('body').getAttribute('data-prompted'), 'yes');
    await expectGone(banner(page));
  });
});

describe('the installed app', () => {
  it('is described by a manifest whose pictures exist', async () => {
    const { page } = await bench.device({ worker: true });
    await page.goto('/');
    const link = await page.locator('link[rel="manifest"]').getAttribute('href');
    const manifest = (await (await fetch(bench.server.origin + link!)).json()) as {
      id: string;
      icons: { src: string; purpose: string }[];
      screenshots: { src: string; form_factor: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest.id).toBe('/');
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
    expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide']);
    const pictures = [...manifest.icons, ...manifest.screenshots].map(({ src }) => src);
    const types = await Promise.all(pictures.map(async (src) => (await fetch(bench.server.origin + src)).headers.get('content-type')));
    expect(types).toEqual(pictures.map(() => 'image/png'));
    await signIn(page, 'anna');
    for (const { url } of manifest.shortcuts) {
      // Loaded anew, so that the heading is that of the screen that was asked for.
      await page.goto('about:blank');
      await page.goto(url);
      await expectShown(page.getByRole('main').getByRole('heading', { level: 1 }));
      await expectGone(heading(page, t('app.not_found')));
    }
  });
});

describe('content security policy', () => {
  it('stops a script in the page, and these tests would notice', async () => {
    const { page, watch } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.append('document.title = "taken over"');
      document.body.append(script);
    });
    await expectSoon(() => watch.take().some((problem) => problem.includes('content security policy')), true);
    // It is said more than once, and what comes after the first is in order here.
    watch.expect(/content security policy/i);
    watch.take();
    expect(await page.title()).not.toBe('taken over');
    await openChat(page);
  });
});

describe('messages', () => {
  it('are two at once at most, however fast one is, and leave the end of a screen reachable', async () => {
    // Notifications are blocked from the start, or each tap would also ask for them, and say so later.
    const page = await atHome('orga', { viewport: { width: 390, height: 500 }, permissions: ['background-sync'] });
    await page.goto('/#/notifications');
    const general = page.getByRole('switch', { name: t('notifications.general'), exact: true });
    const messages = page.getByText(t('notification_update_success'), { exact: true });
    await general.click();
    // While somebody points at them they stay; what has gone before the pointer came is said again.
    await expectSoon(async () => {
      const one = messages.filter({ visible: true }).first();
      await one.hover({ timeout: 5_000 }).catch(() => undefined);
      await page.keyboard.press('Space');
      return (await messages.count()) >= 4;
    }, true);
    await expectSoon(() => messages.filter({ visible: true }).count(), 2);

    await page.goto('/#/admin/announcements');
    await expectScreen(page, t('admin_announcements.title'));
    // By the keyboard: the pointer keeps the messages where they are.
    await page.getByRole('form').last().getByRole('switch').press('Space');
    const last = button(page, t('admin_announcements.save'));
    const endIsClear = async (): Promise<boolean> => {
      await last.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [end, message] = await Promise.all([last.boundingBox(), messages.filter({ visible: true }).last().boundingBox()]);
      return end!.y + end!.height < message!.y;
    };
    await expectSoon(endIsClear, true);
  });
});
