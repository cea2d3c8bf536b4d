import { expect, it } from 'vitest';
import { type ScreenPath, screenIs, screenPaths, screensOfAll, screensOfGlobalAdmins } from '../e2e/harness/screens.ts';
import type { Person as Login } from '../e2e/harness/people.ts';
import { desktop, type EngineName, engineNames, phone, type Size } from './driver/engine.ts';
import { describeScreen, type ScreenText } from './harness/in-page.ts';
import { play, type Stage } from './harness/stage.ts';

/** Who walks where. */
const walks: readonly (readonly [Login, readonly ScreenPath[]])[] = [
  ['anna', screensOfAll],
  ['orga', screenPaths.filter((path) => path.startsWith('admin/'))],
  ['admin', screensOfGlobalAdmins],
];
const sizes: Readonly<Record<string, Size>> = { phone, desktop };

/** Each screen as it was shown, by person, size and path. */
type Walk = Record<string, ScreenText>;

async function walk({ start, open }: Stage): Promise<Walk> {
  const seen: Walk = {};
  const sticksOut: string[] = [];
  for (const [login, paths] of walks) {
    const browser = await start(login);
    const person = await open(browser);
    await person.open('/');
    await person.signIn(login);
    await person.hasWorker();
    for (const [size, measures] of Object.entries(sizes)) {
      await person.window.resize(measures);
      for (const path of paths) {
        const [title, content] = screenIs(path);
        await person.open(`/#/${path}`);
        await person.finds('heading', title);
        await person.isDrawn(content);
        const { overflow, ...shown } = await person.window.run(describeScreen);
        seen[`${login} ${size} ${path}`] = shown;
        if (overflow) sticksOut.push(`${size} ${path}`);
      }
    }
    await browser.close();
  }
  expect(sticksOut).toEqual([]);
  return seen;
}

const walked: Partial<Record<EngineName, Walk>> = {};

play(engineNames, 'shows every screen without an error, on a phone and a desktop', async (stage) => {
  walked[stage.engine] = await walk(stage);
});

it.each(['firefox', 'webkit'] as const)('shows the same words and as many elements in %s as in Chromium', (name) => {
  const [expected, found] = [walked.chromium, walked[name]];
  if (!expected || !found) return;
  expect(found).toEqual(expected);
});
