// Writes a picture of every screen: phone, tablet and desktop, light and dark, in both languages, from the built app over a new demo event.
// Run it by hand with the pinned Node (CHROMIUM names the browser if Playwright has none): node tests/e2e/screenshots.ts <directory>
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';
import type { Language } from '#contract/languages.ts';
import { launchBrowser } from '../setup/launch.ts';
import { nearEnd, tourCommunity } from './harness/tours/community-tour.ts';
import { type DeviceOptions, iPhone, phone } from './harness/device.ts';
import { tourAllEvents, tourGlobalAdmin } from './harness/tours/global-admin-tour.ts';
import {
  tourAnnouncementAdmin,
  tourConflicts,
  tourEventData,
  tourContactLinksAdmin,
  tourIphone,
  tourNotifications,
  type TourOptions,
  tourParticipant,
  tourCodeAdmin,
  tourReportsAdmin,
  tourFaqAdmin,
  tourFeedbackAdmin,
  tourModules,
  tourScheduleAdmin,
} from './harness/tours/organiser-tour.ts';
import { tourAbout, tourCounters, tourJoin, tourOwn, tourReceived, tourRegister } from './harness/tours/own-tour.ts';
import { workerReady, loginOf, type Person, signIn, submitLogin } from './harness/people.ts';
import { snapshotFile } from './harness/photos.ts';
import { EventServer } from './harness/server.ts';
import { texts } from './harness/texts.ts';

const devices: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 } },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false },
};
const languages: readonly Language[] = ['en', 'de'];
const themes = ['light', 'dark'] as const;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Which directory? node tests/e2e/screenshots.ts <directory>');
  process.exit(1);
}
const directory = resolve(folder);
mkdirSync(directory, { recursive: true });
process.env['CHROMIUM'] ??= await findBrowser();

type Look = DeviceOptions & { language: Language };

const server = new EventServer({
  CONTROLLER: 'Verein Kranichsee e. V.',
  CONTROLLER_CONTACT: 'privacy@example.org',
  DONATION_URL: 'https://donate.example/',
});
await server.start();
const browser = await launchBrowser();
try {
  await inEveryLook(async (look, shoot) => {
    const context = await browser.newContext(phone({ worker: true, baseURL: server.origin, ...look }));
    const page = await context.newPage();
    await visit(page, look.language, (screen) => shoot(page, screen));
    await context.close();
    await visitAs(
      'orga',
      [
        tourEventData,
        tourAnnouncementAdmin,
        tourScheduleAdmin,
        tourContactLinksAdmin,
        tourCodeAdmin,
        tourReportsAdmin,
        tourFaqAdmin,
        tourFeedbackAdmin,
        tourModules,
        tourConflicts,
        tourNotifications,
      ],
      look,
      shoot,
    );
    await visitAs('admin', [tourAllEvents, tourGlobalAdmin], look, shoot);
    await visitAs('anna', [tourParticipant, tourAbout, tourOwn, tourReceived, tourCounters], look, shoot);
    await visitAs(null, [tourRegister], look, shoot);
    await visitAs('ben', [tourJoin], look, shoot);
    await visitAs('ben', [tourIphone], { ...look, userAgent: iPhone }, shoot);
  });
  nearEnd(server);
  await inEveryLook((look, shoot) => visitAs('anna', [tourCommunity], look, shoot));
} finally {
  await browser.close();
  await server.dispose();
}
console.log(`The pictures are in ${directory}`);

/** Waits for the place of the page, for fonts and pictures, except those that load only when scrolled into view. */
async function shoot(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => {
    // Rows that are added above scroll the page, and the browser would take the picture from the old place.
    for (let [still, place] = [0, scrollY]; still < 10; [still, place] = scrollY === place ? [still + 1, place] : [0, scrollY])
      await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter(({ loading, complete }) => loading !== 'lazy' || complete)
        .map((image) => image.decode().catch(() => undefined)),
    );
  });
  await page.screenshot({ path });
}

type Shoot = (page: Page, screen: string) => Promise<void>;

/** Visits once for each device, language and theme, which name the pictures. */
async function inEveryLook(visit: (look: Look, shoot: Shoot) => Promise<void>): Promise<void> {
  for (const [device, options] of Object.entries(devices)) {
    for (const language of languages) {
      for (const colorScheme of themes) {
        await visit({ language, colorScheme, ...options }, (page, screen) =>
          shoot(page, join(directory, `${screen}-${device}-${colorScheme}-${language}.png`)),
        );
      }
    }
  }
}

/** Takes these tours as this person, or without a session. */
async function visitAs(
  person: Person | null,
  tours: readonly ((tour: TourOptions) => Promise<void>)[],
  look: Look,
  shoot: Shoot,
): Promise<void> {
  const { language } = look;
  const context = await browser.newContext(phone({ worker: true, baseURL: server.origin, ...look }));
  const page = await context.newPage();
  if (person !== null) {
    await signIn(page, person);
    // The tours go offline, so the worker has to be installed.
    await workerReady(page);
  }
  const setOffline = (offline: boolean): Promise<void> => context.setOffline(offline);
  for (const tour of tours) await tour({ server, page, language, setOffline, look: (screen) => shoot(page, screen) });
  await context.close();
}

async function visit(page: Page, language: Language, shoot: (screen: string) => Promise<void>): Promise<void> {
  const t = texts[language];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const screen = async (path: string, title: string): Promise<void> => {
    await page.goto(`/#${path}`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  };
  await page.goto('/');
  await page.getByLabel(t('login.username'), { exact: true }).first().waitFor();
  await shoot('login');
  const { email, password } = loginOf('anna');
  await submitLogin(page, email, password, language);
  await page.getByRole('heading', { name: t('chat.recent'), exact: true }).waitFor();
  await shoot('home');
  if (await button(t('menu.open')).isVisible()) {
    await button(t('menu.open')).click();
    await page.getByRole('navigation', { name: t('menu.label') }).waitFor();
    await shoot('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await button(t('profile.open')).click();
  await page.getByText(email, { exact: true }).waitFor();
  await shoot('profile');
  await page.keyboard.press('Escape');
  await screen('/schedule', t('schedule.title'));
  await page.getByRole('article').first().waitFor();
  await shoot('schedule');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByRole('dialog').waitFor();
  await shoot('schedule-entry');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  if (await button(t('schedule.as_grid')).isVisible()) {
    await button(t('schedule.as_grid')).click();
    await page.locator('main ol a').first().waitFor();
    await shoot('schedule-grid');
    await button(t('schedule.as_list')).click();
  }
  await screen('/announcements', t('announcements.title'));
  await page.getByRole('article').first().waitFor();
  await shoot('announcements');
  await screen('/chat', t('chat.title'));
  await page.getByRole('article').first().waitFor();
  await shoot('chat');
  await screen('/pictures', t('photos.title'));
  await page.getByRole('article').first().waitFor();
  await shoot('photos');
  await page.getByRole('article').first().getByRole('link').click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await shoot('photo');
  await page.keyboard.press('Escape');
  await button(t('photo_upload.open')).click();
  const chooser = page.waitForEvent('filechooser');
  await button(t('picture_input.choose')).click();
  await (await chooser).setFiles(await snapshotFile(900, 600));
  await page.getByRole('img', { name: t('picture_input.preview') }).waitFor();
  await shoot('photos-form');
  await screen('/chat', t('chat.title'));
  // Without the worker, a screen that was never opened is unavailable offline.
  await workerReady(page);
  await page.context().setOffline(true);
  await page
    .getByLabel(t('chat_create.label'), { exact: true })
    .fill(language === 'de' ? 'Vom Steg aus, ganz ohne Netz 🛶' : 'From the jetty, no network at all 🛶');
  await button(t('chat_create.submit')).click();
  await page.getByText(t('chat_item.waiting'), { exact: true }).waitFor();
  await shoot('chat-offline');
  await screen('/not-sent', t('not_sent.title'));
  await page
    .getByRole('button', { name: t('refused.discard'), exact: true })
    .first()
    .waitFor();
  await shoot('not-sent');
  await screen('/logout', t('logout.title'));
  await button(t('logout.keep')).waitFor();
  await shoot('logout');
  await screen('/nowhere', t('app.not_found'));
  await shoot('not-found');
}
