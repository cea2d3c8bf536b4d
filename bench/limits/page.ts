import { EventDatabase } from '#db/database.ts';
import { newestPosts } from '#features/chat/read-chat.ts';
import * as limit from './limit-line.ts';
import * as client from '../sync-client.ts';

/** The duration (ms) of a step, and its number of requests. */
export interface Timing {
  readonly ms: number;
  readonly requests: number;
}

/** Time (ms) of the opening with the first query, and of the same query on the open database. */
export interface PageQuery {
  readonly opened: number;
  readonly again: number;
}

const pageRows = 20;
let account: { userId: number; eventId: number } | null = null;
let requests = 0;

const realFetch = globalThis.fetch;
globalThis.fetch = (...args) => {
  requests += 1;
  return realFetch(...args);
};

async function timed(step: () => Promise<unknown>): Promise<Timing> {
  const before = requests;
  const start = performance.now();
  await step();
  return { ms: performance.now() - start, requests: requests - before };
}

async function queried(open: () => Promise<unknown>, query: () => Promise<number>): Promise<PageQuery> {
  const { ms: opened } = await timed(async () => {
    await open();
    expectRows(await query());
  });
  const { ms: again } = await timed(async () => expectRows(await query()));
  return { opened, again };
}

function expectRows(count: number): void {
  if (count !== pageRows) throw new Error(`a page of ${count} rows`);
}

/** The functions that the harness calls; `ours` is the app's engine, `limit` the limit line. */
const steps = {
  ours: {
    open: async (email: string, password: string) => {
      account = await client.open({ baseUrl: location.origin, email, password });
    },
    bootstrap: (n: number) => timed(() => client.bootstrap(n)),
    delta: (n: number, generation: number) => timed(() => client.delta(n, generation)),
    offlineWrite: (rows: client.Row[]) => timed(() => client.offlineWrite(rows)),
    drain: (n: number) => timed(() => client.drain(n)),
    count: client.count,
    changed: client.changed,
    queryPage: async () => {
      client.close();
      const { userId, eventId } = account!;
      const db = new EventDatabase(userId);
      const timings = await queried(
        () => db.open(),
        async () => (await newestPosts(db, eventId, { limit: pageRows })).length,
      );
      db.close();
      return timings;
    },
  },
  limit: {
    open: limit.open,
    bootstrap: (n: number) => timed(() => limit.bootstrap(n)),
    delta: (number: number) => timed(() => limit.delta(number)),
    offlineWrite: limit.offlineWrite,
    drain: () => timed(limit.drain),
    queryPage: async () => {
      limit.close();
      return queried(limit.open, () => limit.newest(pageRows));
    },
  },
};

export type Steps = typeof steps;

declare global {
  interface Window {
    steps: Steps;
  }
}

window.steps = steps;
