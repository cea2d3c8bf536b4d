import sharp from 'sharp';
import { passwordLogin } from '#tests/e2e/harness/api.ts';
import { gatherAtLarge } from './crowd-at-large.ts';
import type { Member } from './crowd.ts';
import type { Answered } from './load.ts';
import { Streams } from './streams.ts';

const json = { 'content-type': 'application/json' };

export interface Burst {
  /** Time (ms) until the last one was done. */
  readonly took: number;
  readonly done: number;
  /** Requests of others during the burst. */
  readonly others: Answered;
}

/** Signs all people in at once while others read. */
export async function loginBurst(origin: string, people: readonly Member[], readers: readonly Member[]): Promise<Burst> {
  return burst(origin, readers, people, (member) => passwordLogin(origin, member));
}

/** Uploads a phone's picture for each of these people at once while others read. */
export async function uploadBurst(origin: string, people: readonly Member[], readers: readonly Member[]): Promise<Burst> {
  const url = `data:image/webp;base64,${(await snapshot()).toString('base64')}`;
  return burst(origin, readers, people, ({ token }) => {
    const headers = { ...json, authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
    return untilThere(() =>
      fetch(`${origin}/api/photo`, { method: 'POST', headers, body: JSON.stringify({ url, description: 'Der Steg' }) }),
    );
  });
}

export interface Hall {
  readonly answered: Answered;
  readonly opened: number;
  readonly live: number;
  readonly pokes: number;
}

/** Opens a stream for every member; some of them together send `rate` requests a second, a tenth of which write. */
export async function fullHall(
  origin: string,
  members: readonly Member[],
  { seconds, rate }: { seconds: number; rate: number },
): Promise<Hall> {
  const streams = new Streams();
  await streams.open(origin, members);
  const active = members.slice(0, 27);
  // Each member has four kinds of reads: 12 writes among 108 reads.
  const hall = await gatherAtLarge({ origins: [origin], members: active, writers: 12, seconds, rate });
  const answered = await hall.go();
  const { live, pokes } = streams;
  streams.close();
  return { answered, opened: members.length, live, pokes };
}

async function burst(
  origin: string,
  readers: readonly Member[],
  people: readonly Member[],
  act: (member: Member) => Promise<Response>,
): Promise<Burst> {
  const others = await gatherAtLarge({ origins: [origin], members: readers, writers: 0, seconds: 15, rate: 50 });
  const answered = others.go();
  const start = performance.now();
  let took = 0;
  const acting = Promise.all(people.map(act)).then((answers) => {
    took = performance.now() - start;
    return answers.filter(({ ok }) => ok).length;
  });
  const done = await acting;
  return { done, took, others: await answered };
}

/** Repeats a request after `Retry-After`, as the app does. */
async function untilThere(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    const wait = Number(response.headers.get('retry-after'));
    if (response.ok || wait === 0) return response;
    await new Promise((resolve) => {
      setTimeout(resolve, wait * 1_000 * (1 + Math.random()));
    });
  }
}

/** Returns a picture as large as a phone's upload: 1,920 × 1,280, with much detail. */
async function snapshot(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1_920, height: 1_280, channels: 3, background: 'black', noise } })
    .blur(1.5)
    .webp({ quality: 80 })
    .toBuffer();
}
