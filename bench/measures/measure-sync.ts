import type { Browser } from 'playwright-core';
import { medians, ratio, rounded, table } from '../figures.ts';
import { Proxy } from '../proxy.ts';
import { changePosts, fillPosts, someContent, deletePosts } from '../server-data.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Line, type Measured, Visit } from '../visit.ts';

/** With the drained posts below the size of a big event, of which a device loads only windows. */
const posts = 8_500;
const queued = 1_000;
const changes = 10;
/** Milliseconds added each way. */
const delays = [0, 100];

type Run = Record<'bootstrap' | 'delta' | 'drain', Measured>;

const names: Record<keyof Run, string> = {
  bootstrap: `first load of ${posts} posts`,
  delta: `delta of ${changes}`,
  drain: `drain of ${queued} posts`,
};

export interface SyncOptions {
  readonly browser: Browser;
  readonly server: ServerProcess;
  readonly eventId: number;
  readonly runs: number;
  readonly profileDir: string | undefined;
}

/** Measures first load, delta and drain, next to the limit line, at each distance; returns a table. */
export async function measureSync({ browser, server, eventId, runs, profileDir }: SyncOptions): Promise<string> {
  await fillPosts(server.store, eventId, posts);
  let generation = 0;
  const rows: string[][] = [];
  for (const delay of delays) {
    const proxy = await Proxy.open(server.port, delay);
    const measured: Record<Line, Run[]> = { ours: [], limit: [] };
    const once = {
      ours: () => ourRun(browser, proxy, server, eventId, (generation += 1)),
      limit: () => limitRun(browser, proxy, server),
    };
    // The first round does not count: it warms the snapshot and the server up.
    for (let run = 0; run <= runs; run += 1) {
      for (const line of run % 2 === 0 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) {
        const result = await once[line]();
        if (run > 0) measured[line].push(result);
      }
    }
    rows.push(...rowsOf(2 * delay, measured));
    if (profileDir !== undefined && delay === 0) await ourRun(browser, proxy, server, eventId, (generation += 1), profileDir);
    await proxy.close();
  }
  return table(['', 'round trip', 'ours', 'limit', 'ratio', 'requests', 'down', 'up', 'new connections'], rows);
}

function rowsOf(roundTrip: number, { ours, limit }: Record<Line, Run[]>): string[][] {
  return (Object.keys(names) as (keyof Run)[]).map((step) => {
    const our = medians(ours.map((run) => run[step]));
    const raw = medians(limit.map((run) => run[step]));
    const shown = ({ ms }: Measured): string =>
      `${rounded(ms)} ms${step === 'drain' ? ` (${Math.round((queued / ms) * 1_000)} a second)` : ''}`;
    return [
      names[step],
      `${roundTrip} ms`,
      shown(our),
      shown(raw),
      ratio(our.ms, raw.ms),
      `${our.requests} / ${raw.requests}`,
      `${rounded(our.down)} / ${rounded(raw.down)} kB`,
      `${rounded(our.up)} / ${rounded(raw.up)} kB`,
      `${our.connections} / ${raw.connections}`,
    ];
  });
}

async function ourRun(
  browser: Browser,
  proxy: Proxy,
  server: ServerProcess,
  eventId: number,
  generation: number,
  profileDir?: string,
): Promise<Run> {
  const visit = await Visit.begin(browser, proxy, 'ours');
  const measure = (step: keyof Run, ...args: unknown[]): Promise<Measured> =>
    profileDir === undefined ? visit.measure('ours', step, ...args) : visit.profiled(profileDir, 'ours', step, ...args);
  const bootstrap = await measure('bootstrap', posts);
  await changePosts(server.store, eventId, changes, generation);
  const delta = await measure('delta', changes, generation);
  expectEqual(await visit.call('ours', 'changed', generation), changes, 'changed rows');
  await visit.call('ours', 'offlineWrite', someRows());
  const drain = await measure('drain', queued);
  expectEqual(await visit.call('ours', 'count'), posts + queued, 'posts in the mirror');
  expectEqual(await deletePosts(server.store, posts), queued, 'posts on the server');
  await visit.end();
  return { bootstrap, delta, drain };
}

async function limitRun(browser: Browser, proxy: Proxy, server: ServerProcess): Promise<Run> {
  const visit = await Visit.begin(browser, proxy, 'limit');
  const bootstrap = await visit.measure('limit', 'bootstrap', posts);
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/limit/change?count=${changes}`, { method: 'POST' });
  const { after } = (await answer.json()) as { after: number };
  const delta = await visit.measure('limit', 'delta', after);
  await visit.call('limit', 'offlineWrite', someRows());
  const drain = await visit.measure('limit', 'drain');
  await visit.end();
  return { bootstrap, delta, drain };
}

const someRows = (): { content: string }[] => Array.from({ length: queued }, () => ({ content: someContent() }));

function expectEqual(found: number, expected: number, what: string): void {
  if (found !== expected) throw new Error(`${found} ${what}, not ${expected}`);
}
