import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { type Browser, type Engine, type EngineName, engineNames, type ProfileOptions, type Window } from '../driver/engine.ts';
import { puppeteerEngine } from '../driver/puppeteer.ts';
import { webkitEngine } from '../driver/webkit.ts';
import { Person } from './person.ts';

const output = join(import.meta.dirname, '../output');

/** The means of a story: a server of its own, and browsers of one engine. */
export interface Stage {
  readonly engine: EngineName;
  readonly server: EventServer;
  /** Starts a browser; a profile of the same name is the same device. */
  start(profile: string, options?: Omit<ProfileOptions, 'folder'>): Promise<Browser>;
  /** Opens a window for a person, who reaches the server by this origin. */
  open(browser: Browser, origin?: string): Promise<Person>;
  /** Accepts console errors and refusals of the server from now on: the story stops the server or provokes refusals. */
  expectErrors(): void;
}

/** Returns an installed engine; undefined if it is missing, which the set-up has reported. */
function engineNamed(name: EngineName): Engine | undefined {
  const place = inject('engines')[name];
  if (place === undefined) return undefined;
  return name === 'webkit' ? webkitEngine(place) : puppeteerEngine(name, place);
}

/** Plays a story in each of these engines; skips missing ones. */
export function play(names: readonly EngineName[], story: string, act: (stage: Stage) => Promise<void>): void {
  for (const name of names) {
    const engine = engineNamed(name);
    it.skipIf(!engine).concurrent(`${story} (${name})`, ({ task }) => onStage(engine!, task.name, act));
  }
}

/** Plays one engine after the other, because screenshots of WebKit show the topmost window. */
export function playOneByOne(names: readonly EngineName[], story: string, act: (stage: Stage) => Promise<void>): void {
  for (const name of names) {
    const engine = engineNamed(name);
    it.skipIf(!engine)(`${story} (${name})`, ({ task }) => onStage(engine!, task.name, act));
  }
}

/** Plays a story once in all installed engines at the same time, each with a server of its own. */
export function playTogether(story: string, act: (stages: readonly Stage[]) => Promise<void>): void {
  const engines = engineNames.flatMap((name) => engineNamed(name) ?? []);
  const together = engines.reduce<typeof act>(
    (next, engine) => (stages) => onStage(engine, `${story} (${engine.name})`, (stage) => next([stage, ...stages])),
    act,
  );
  it.skipIf(engines.length < 2)(story, () => together([]));
}

async function onStage(engine: Engine, story: string, act: (stage: Stage) => Promise<void>): Promise<void> {
  const server = EventServer.with(inject('demoData'), { LOG_LEVEL: 'info' });
  const profiles = mkdtempSync(join(tmpdir(), 'event-companion-profiles-'));
  const browsers: Browser[] = [];
  const windows: Window[] = [];
  let areErrorsExpected = false;
  await server.start();
  try {
    await act({
      engine: engine.name,
      server,
      start: async (profile, options = {}) => {
        const browser = await engine.start({ folder: join(profiles, profile), ...options });
        browsers.push(browser);
        return browser;
      },
      open: async (browser, origin = server.origin) => {
        const window = await browser.open();
        windows.push(window);
        return new Person(window, origin);
      },
      expectErrors: () => void (areErrorsExpected = true),
    });
    const errors = windows.flatMap((window) => window.takeErrors());
    await server.stop();
    if (!areErrorsExpected) expect([...errors, ...server.failures]).toEqual([]);
    expect(server.errors).toEqual([]);
  } catch (error) {
    await photograph(windows, story);
    throw error;
  } finally {
    await Promise.allSettled(browsers.map((browser) => browser.kill()));
    await server.dispose();
    rmSync(profiles, { recursive: true, force: true });
  }
}

async function photograph(windows: readonly Window[], story: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  const name = story.replaceAll(/\W+/g, '-');
  await Promise.allSettled(windows.map((window, index) => window.photograph(join(output, `${name}${index}.png`))));
}
