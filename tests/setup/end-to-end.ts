import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../../scripts/build/app.ts';
import { findBrowser, findShell, noBrowser } from '../../scripts/find-browser.mjs';
import { EventServer } from '../e2e/harness/server.ts';
import { fakeCamera, launchShared, shortLived } from './launch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses (WebSocket) of the shared browsers, one for each worker. */
    readonly browsers: readonly string[];
    /** The data directory of a server that has just created its demo event. */
    readonly demoData: string;
  }
}

/** Provides the shared parts of all end-to-end tests: the built app, a browser for each worker, and the initial data of servers. */
export default async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const browser = await findBrowser();
  if (browser === undefined) throw new Error(noBrowser);
  const shell = findShell();
  const launch = () => (shell ? launchShared(shell, [...fakeCamera, ...shortLived]) : launchShared(browser, fakeCamera));
  process.env['CHROMIUM'] = browser;
  buildApp();
  const demoData = mkdtempSync(join(tmpdir(), 'event-companion-demo-'));
  const [browsers] = await Promise.all([Promise.all(Array.from({ length: config.maxWorkers }, launch)), makeDemo(demoData)]);
  provide(
    'browsers',
    browsers.map((each: BrowserServer) => each.wsEndpoint()),
  );
  provide('demoData', demoData);
  return async () => {
    await Promise.all(browsers.map((each) => each.close()));
    rmSync(demoData, { recursive: true, force: true });
  };
}

export async function makeDemo(dataDir: string): Promise<void> {
  const server = new EventServer({}, dataDir);
  await server.start();
  await server.stop();
}
