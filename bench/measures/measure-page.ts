import type { Browser } from 'playwright-core';
import { median, ratio, rounded, table } from '../figures.ts';
import type { PageQuery } from '../limits/page.ts';
import { Proxy } from '../proxy.ts';
import { fillPosts } from '../server-data.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Line, Visit } from '../visit.ts';

const sizes = [1_000, 10_000, 100_000];

/** Reads the 20 newest posts at growing sizes, with and without opening the database; returns a table. */
export async function measurePage(options: { browser: Browser; server: ServerProcess; eventId: number; runs: number }): Promise<string> {
  const { browser, server, eventId, runs } = options;
  const proxy = await Proxy.open(server.port, 0);
  const rows: string[][] = [];
  for (const size of sizes) {
    await fillPosts(server.store, eventId, size);
    const ours = await queryAt('ours', size);
    const limit = await queryAt('limit', size);
    const row = (name: string, field: keyof PageQuery): string[] => [
      `${name}, ${size} posts`,
      `${rounded(ours[field])} ms`,
      `${rounded(limit[field])} ms`,
      ratio(ours[field], limit[field]),
    ];
    rows.push(row('open and 20 newest', 'opened'), row('20 newest again', 'again'));
  }
  await proxy.close();
  return table(['', 'ours', 'limit', 'ratio'], rows);

  async function queryAt(line: Line, size: number): Promise<PageQuery> {
    const visit = await Visit.begin(browser, proxy, line);
    await visit.call(line, 'bootstrap', size);
    const timings: PageQuery[] = [];
    // The first time warms the code up, which is the same at every size.
    for (let run = 0; run <= runs; run += 1) timings.push(await visit.call<PageQuery>(line, 'queryPage'));
    await visit.end();
    const counted = timings.slice(1);
    return { opened: median(counted.map(({ opened }) => opened)), again: median(counted.map(({ again }) => again)) };
  }
}
