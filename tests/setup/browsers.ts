import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../../scripts/build/app.ts';
import { findEngines, noEngine } from '../../scripts/find-engines.mjs';
import { openDisplay } from '../browsers/driver/display.ts';
import { type EngineName, engineNames } from '../browsers/driver/engine.ts';
import { makeDemo } from './end-to-end.ts';
import { inTier } from './tier.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The engines that can be driven: paths of programs, and for WebKit the display of its windows. */
    readonly engines: Partial<Record<EngineName, string>>;
  }
}

/** Provides the built app, the engines and the initial data of servers. Names each missing engine in one line. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const wanted = inTier<readonly EngineName[]>({ gate: ['chromium', 'webkit'], full: engineNames });
  const { chromium, firefox, webkit } = await findEngines(wanted);
  const display = webkit ? await openDisplay() : null;
  const engines: Partial<Record<EngineName, string>> = {
    ...(chromium && { chromium }),
    ...(firefox && { firefox }),
    ...(display && { webkit: display.name }),
  };
  for (const name of wanted) {
    if (engines[name]) continue;
    if (process.env['CI']) throw new Error(noEngine(name));
    console.error(`${noEngine(name)} Its stories are skipped.`);
  }
  buildApp();
  const demoData = mkdtempSync(join(tmpdir(), 'event-companion-demo-'));
  await makeDemo(demoData);
  provide('engines', engines);
  provide('demoData', demoData);
  return async () => {
    await display?.close();
    rmSync(demoData, { recursive: true, force: true });
  };
}
