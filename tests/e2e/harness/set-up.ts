import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser, launchOptions } from '#tests/setup/launch.ts';
import { type Device, type DeviceOptions, openDevice, phone, watchContext } from './device.ts';
import { EventServer } from './server.ts';

const output = join(import.meta.dirname, '../output');

interface ProfileOptions {
  /** Chromium's preferences for a new profile. */
  readonly preferences?: object;
  readonly flags?: readonly string[];
}

export interface PhoneOptions extends DeviceOptions {
  /** True for a full Chromium: its headless shell has neither push nor background sync. */
  readonly wholeBrowser?: boolean;
}

export interface Bench {
  readonly server: EventServer;
  device(options?: PhoneOptions): Promise<Device>;
  /** Opens a full Chromium on a profile that outlives it; close its context, or crash it, and open the profile again. */
  profile(name: string, options?: ProfileOptions): Promise<Device>;
  profileFolder(name: string): string;
  /** Ends the server like a power cut. */
  killServer(): Promise<void>;
  restartServer(): Promise<void>;
}

/**
 * Starts one server for the tests of a file in the worker's browser. Devices live for one test, which fails for any error in them.
 * `settings` are environment variables of the server; it begins with the demo event or, as in production, empty.
 */
export function setUp(settings: Record<string, string> = {}, from: 'demo' | 'nothing' = 'demo'): Bench {
  const server = from === 'demo' ? EventServer.with(inject('demoData'), settings) : new EventServer({ DEMO: '', ...settings });
  const profiles = mkdtempSync(join(tmpdir(), 'event-companion-profiles-'));
  let browser: Browser;
  let whole: Promise<Browser> | undefined;
  let devices: Device[] = [];
  let wasDown = false;
  const wasServerDown = (): boolean => wasDown;
  const kept = <D extends Device>(device: D): D => {
    devices.push(device);
    return device;
  };

  beforeAll(async () => {
    const [worker, browsers] = [Number(process.env['VITEST_POOL_ID']), inject('browsers')];
    [browser] = await Promise.all([chromium.connect(browsers[worker % browsers.length]!), server.start()]);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(devices, task.name);
    const problems = devices.flatMap(({ watch }) => watch.take());
    await Promise.all(devices.map(({ context }) => close(context)));
    devices = [];
    if (wasDown) await server.stop('SIGKILL').then(() => server.start());
    wasDown = false;
    expect(problems).toEqual([]);
    expect(server.errors.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all([browser.close(), whole?.then((each) => each.close())]);
    await server.dispose();
    rmSync(profiles, { recursive: true, force: true });
  });

  return {
    server,
    device: async ({ wholeBrowser = false, ...options } = {}) => {
      const driven = wholeBrowser ? await (whole ??= launchBrowser()) : browser;
      return kept(await openDevice(driven, { baseURL: server.origin, ...options }, wasServerDown));
    },
    profileFolder: (name) => join(profiles, name),
    profile: async (name, { preferences, flags } = {}) => {
      if (preferences) {
        mkdirSync(join(profiles, name, 'Default'), { recursive: true });
        writeFileSync(join(profiles, name, 'Default', 'Preferences'), JSON.stringify(preferences));
      }
      const context = await chromium.launchPersistentContext(join(profiles, name), {
        ...launchOptions(flags),
        ...phone({ baseURL: server.origin, worker: true }),
      });
      return kept(await watchContext(context, wasServerDown));
    },
    killServer: async () => {
      wasDown = true;
      await server.stop('SIGKILL');
    },
    restartServer: async () => {
      wasDown = true;
      await server.start();
    },
  };
}

/** A browser that was crashed on purpose is closed already. */
async function close(context: BrowserContext): Promise<void> {
  await context.close().catch(() => undefined);
}

async function photograph(devices: readonly Device[], name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  const pages = devices.flatMap(({ context }) => context.pages());
  const file = (index: number): string => join(output, `${name.replaceAll(/\W+/g, '-')}-${index}.png`);
  await Promise.allSettled(pages.map((page, index) => page.screenshot({ path: file(index), timeout: 5_000 })));
}
