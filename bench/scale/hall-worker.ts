import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { text as readText } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { type FeedPage, syncEvents } from '#contract/endpoints/core.ts';
import type { Member } from '../load/crowd.ts';
import { timeIn } from './hall.ts';

/*
 * Phones in a thread of their own: each has a stream, pulls at each poke, and once more if another poke came during the pull. Posts contain
 * their time.
 */
const { origin, members, cursors } = workerData as { origin: string; members: readonly Member[]; cursors: readonly string[] };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const streams = new Agent({ keepAlive: false, maxSockets: Infinity });

let delays = createHistogram();
let pulls = 0;
let failed = 0;

class Phone {
  readonly #token: string;
  #cursor: string;
  #isPulling = false;
  #isPoked = false;

  constructor(token: string, cursor: string) {
    this.#token = token;
    this.#cursor = cursor;
  }

  async listen(): Promise<void> {
    const request = get(origin + syncEvents.path, { agent: streams, headers: { authorization: `Bearer ${this.#token}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => {
      if (chunk.includes('poke')) this.#poked();
    });
  }

  #poked(): void {
    this.#isPoked = true;
    if (!this.#isPulling) void this.#pull();
  }

  async #pull(): Promise<void> {
    this.#isPulling = true;
    while (this.#isPoked) {
      this.#isPoked = false;
      const page = await this.#fetchPage();
      if (!page) continue;
      this.#cursor = page.cursor;
      const now = Date.now();
      for (const { row } of page.changes) {
        const posted = timeIn((row as { content?: string } | null)?.content ?? '');
        if (posted !== null) delays.record(Math.max(1, now - posted));
      }
    }
    this.#isPulling = false;
  }

  async #fetchPage(): Promise<FeedPage | null> {
    pulls += 1;
    try {
      const headers = { authorization: `Bearer ${this.#token}` };
      const request = get(`${origin}/api/sync?cursor=${encodeURIComponent(this.#cursor)}`, { agent, headers });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const text = await readText(response);
      if (response.statusCode === 200) return JSON.parse(text) as FeedPage;
    } catch {
      // Counted like a refused request.
    }
    failed += 1;
    return null;
  }
}

const phones = members.map(({ token }, index) => new Phone(token, cursors[index] ?? ''));
for (let from = 0; from < phones.length; from += 50) await Promise.all(phones.slice(from, from + 50).map((phone) => phone.listen()));
parentPort!.postMessage('listening');
parentPort!.on('message', () => {
  parentPort!.postMessage({
    received: delays.count,
    p50: delays.percentile(50),
    p99: delays.percentile(99),
    last: delays.max,
    pulls,
    failed,
  });
  delays = createHistogram();
  pulls = 0;
  failed = 0;
});
