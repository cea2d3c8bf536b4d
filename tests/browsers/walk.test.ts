import { expect } from 'vitest';
import type { Person as Login } from '../e2e/harness/people.ts';
import { type ScreenPath, screenPaths, screensOfAll, screensOfGlobalAdmins } from '../e2e/harness/screens.ts';
import { findOverflow } from '../e2e/harness/accessibility/overflow.ts';
import { t } from '../e2e/harness/texts.ts';
import type { EngineName, Size } from './driver/engine.ts';
import { desktop, phone } from './driver/page.ts';
import { compareScreens } from './harness/alike.ts';
import type { ScreenText } from './harness/in-page.ts';
import { playTogether } from './harness/stage.ts';

const walks: readonly (readonly [Login, readonly ScreenPath[]])[] = [
  ['anna', screensOfAll],
  ['orga', screenPaths.filter((path) => path.startsWith('admin/'))],
  ['admin', screensOfGlobalAdmins],
];
const sizes: Readonly<Record<string, Size>> = { phone, desktop };

/** An accepted difference between an engine and Chromium; one that no longer exists fails the walk too. */
interface Difference {
  readonly engine: EngineName;
  readonly path: ScreenPath;
  readonly reason: string;
  /** Consecutive texts in Chromium, and those in their place. */
  readonly chromium: readonly string[];
  readonly instead: readonly string[];
  /** The number of additional elements. */
  readonly elements: number;
}

/** Notifications are off in Chromium, which could ask for them. */
const off = { path: 'notifications', chromium: [t('push.is_off'), t('push.enable')], elements: -3 } as const;
const device = { path: 'my-profile', chromium: ['Chrome, Linux'], elements: 0 } as const;

const listed: readonly Difference[] = [
  { ...off, engine: 'firefox', reason: 'A window without a head cannot ask; the driver denies.', instead: [t('push.denied')] },
  { ...off, engine: 'webkit', reason: 'WebKitGTK has no Push API.', instead: [t('push.unsupported')] },
  { ...device, engine: 'firefox', reason: 'It has another name.', instead: ['Firefox, Linux'] },
  { ...device, engine: 'webkit', reason: 'It has another name.', instead: ['Safari, Linux'] },
];

/** Ignored in every engine: only long texts have the first, and line breaks depend on the engine; the others change with the minute. */
const ignored = [t('app.show_more'), t('sync.up_to_date_at', { time: '.*' }), '\\d+[smh] ago'];

/** Returns Chromium's screen with the differences of this engine. */
function expectedIn(engine: EngineName, path: ScreenPath, { words, elements, ...rest }: ScreenText): ScreenText {
  const line = (texts: readonly string[]): string => `\n${texts.join('\n')}\n`;
  const own = listed.filter((each) => each.engine === engine && each.path === path);
  const text = own.reduce((before, { chromium, instead }) => {
    return before.includes(line(chromium))
      ? before.replace(line(chromium), line(instead))
      : `${before}Chromium no longer has: ${chromium.join(' ')}\n`;
  }, line(words));
  return { ...rest, words: text.slice(1, -1).split('\n'), elements: own.reduce((sum, each) => sum + each.elements, elements) };
}

playTogether('shows every screen in each engine as in Chromium, without an error, on a phone and a desktop', async (stages) => {
  const found: string[] = [];
  for (const [login, paths] of walks) {
    const walkers = await Promise.all(
      stages.map(async ({ engine, start, open }) => {
        const browser = await start(login);
        return { engine, browser, person: await open(browser) };
      }),
    );
    const each = (act: (walker: (typeof walkers)[number]) => Promise<unknown>): Promise<unknown> => Promise.all(walkers.map(act));
    await each(async ({ engine, person }) => {
      await person.open('/');
      await person.signIn(login);
      await person.hasWorker().catch((error: unknown) => found.push(`${login} ${engine} ${String(error)}`));
    });
    for (const [size, measures] of Object.entries(sizes)) {
      await each(({ person }) => person.window.resize(measures));
      for (const path of paths) {
        const note = (line: string): unknown => found.push(`${login} ${size} ${path} ${line}`);
        const [first, ...others] = walkers.map(({ engine, person }) => {
          return { name: engine, person, expects: (screen: ScreenText) => expectedIn(engine, path, screen) };
        });
        (await compareScreens([first!, ...others], (person) => person.openScreen(path), ignored)).forEach(note);
        await each(async ({ engine, person }) => {
          for (const node of await person.window.run(findOverflow)) note(`${engine}: too wide: ${node}`);
        });
      }
    }
    await each(({ browser }) => browser.close());
  }
  expect(found).toEqual([]);
});
