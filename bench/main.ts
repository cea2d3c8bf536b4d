import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { buildApp } from '../scripts/build/app.ts';
import { findBrowser, findShell, noBrowser } from '../scripts/find-browser.mjs';
import { launchBrowser } from '#tests/setup/launch.ts';
import { measureBigPhone } from './measures/measure-big-phone.ts';
import { measureLighthouse } from './measures/measure-lighthouse.ts';
import { measureFirstVisit } from './measures/measure-first-visit.ts';
import { measureLarge } from './measures/measure-large.ts';
import { measurePage } from './measures/measure-page.ts';
import { measurePhotos } from './measures/measure-photos.ts';
import { measureSearch } from './measures/measure-search.ts';
import { measureServer } from './measures/measure-server.ts';
import { measureStart } from './measures/measure-start.ts';
import { measureSync } from './measures/measure-sync.ts';
import { measureTaps } from './measures/measure-taps.ts';
import { measureTasks } from './measures/measure-tasks.ts';
import { measureThinLine } from './measures/measure-thin-line.ts';
import { measureWriting } from './measures/measure-writing.ts';
import { bundlePage } from './limits/page-bundle.ts';
import { measureDoors } from './scale/measure-doors.ts';
import { measureEdge } from './scale/measure-edge.ts';
import { measureScale } from './scale/measure-scale.ts';
import { ServerProcess } from './server-process.ts';

/*
 * npm run bench -- [--runs 5] [--only sync|page|start|taps|tasks|first-visit|server|scale|doors|edge|search|photos|writing|thin-line|large|lighthouse|big-phone]
 *   [--seconds 4] [--members 50000] [--out FILE] [--profile FOLDER]
 * Compare the ratios only: absolute figures depend on the machine and the moment.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    out: { type: 'string' },
    profile: { type: 'string' },
    members: { type: 'string' },
  },
});
const runs = Number(values.runs);
const parts: string[] = [];

if (!['scale', 'doors', 'edge', 'search'].includes(values.only ?? '')) {
  // The shell draws no window, which would take processor time from the page: a phone has a graphics processor for its own.
  const browserPath = findShell() ?? (await findBrowser());
  if (browserPath === undefined) throw new Error(noBrowser);
  process.env['CHROMIUM'] = browserPath;
}
if (values.profile !== undefined) mkdirSync(values.profile, { recursive: true });

function isSelected(part: string): boolean {
  return values.only === undefined || values.only === part;
}

function print(part: string): void {
  parts.push(part);
  console.log(`${part}\n`);
}

/** Runs `work` with a new browser and a new server. */
async function withServer(work: (place: { browser: Browser; server: ServerProcess; eventId: number }) => Promise<string>): Promise<string> {
  const pageDir = await bundlePage();
  const browser = await launchBrowser();
  const server = await ServerProcess.start(pageDir, values.profile);
  try {
    return await work({ browser, server, eventId: 1 });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(pageDir, { recursive: true });
  }
}

const busy = loadavg()[0] ?? 0;
print(
  `${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, medians of ${runs} runs, load at the start ${busy.toFixed(1)}`,
);
if (busy > 1) console.error('The machine is busy with something else: not even the ratios can be trusted.');
if (isSelected('sync')) print(await withServer((place) => measureSync({ ...place, runs, profileDir: values.profile })));
if (isSelected('page')) print(await withServer((place) => measurePage({ ...place, runs })));
if (isSelected('server')) print(await withServer(({ server }) => measureServer(server, runs)));
if (isSelected('edge')) print(await measureEdge({ seconds: Number(values.seconds) }));
if (isSelected('scale')) print(await measureScale({ runs, seconds: Number(values.seconds) }));
if (values.only === 'doors') print(await measureDoors({ runs }));
if (isSelected('search')) print(measureSearch({ runs }));
if (['photos', 'writing', 'thin-line', 'start', 'taps', 'tasks', 'first-visit', 'large', 'lighthouse', 'big-phone'].some(isSelected))
  buildApp();
if (isSelected('photos')) print(await measurePhotos());
if (isSelected('writing')) print(await measureWriting());
if (isSelected('thin-line')) print(await measureThinLine());
if (isSelected('start')) print(await measureStart({ runs, profileDir: values.profile }));
if (isSelected('taps')) print(await measureTaps({ runs }));
if (isSelected('tasks')) print(await measureTasks({ runs: Math.min(runs, 3) }));
if (isSelected('large')) print(await measureLarge({ runs }));
if (values.only === 'big-phone')
  print(await measureBigPhone({ members: values.members === undefined ? undefined : Number(values.members), profileDir: values.profile }));
if (isSelected('first-visit')) print(await measureFirstVisit({ runs }));
if (isSelected('lighthouse')) print(await measureLighthouse({ runs }));
if (values.out !== undefined) writeFileSync(values.out, `${parts.join('\n\n')}\n`);
