import sharp from 'sharp';
import type { FeedPage } from '../contract/endpoints.ts';
import { passwordLogin } from '../tests/e2e/harness/api.ts';
import type { Member } from './crowd.ts';
import { type Answered, arrive, type Shot } from './load.ts';
import { someContent } from './server-data.ts';
import { Streams } from './streams.ts';

const json = { 'content-type': 'application/json' };

export interface Burst {
  /** Until the last was through (ms). */
  readonly took: number;
  readonly done: number;
  /** Requests of others meanwhile. */
  readonly others: Answered;
}

/** What people who look around ask for: news since they last asked, lists, the schedule. */
export async function readings(origin: string, members: readonly Member[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const { token } of members) {
    let cursor = await cursorOf(origin, token);
    shots.push({
      method: 'GET',
      path: () => `/api/sync?cursor=${encodeURIComponent(cursor)}`,
      token,
      onAnswer: (text) => {
        ({ cursor } = JSON.parse(text) as FeedPage);
      },
    });
    for (const path of ['/api/post?page=1', '/api/event/1/schedule', '/api/announcement']) {
      shots.push({ method: 'GET', path: () => path, token });
    }
  }
  return shots;
}

/** 500 people sign in at once while others read. */
export async function loginBurst(origin: string, people: readonly Member[], readers: readonly Shot[]): Promise<Burst> {
  return burst(origin, readers, people, (member) => passwordLogin(origin, member));
}

/** Each of these people shares a picture as a phone would send it, all at once, while others read. */
export async function uploadBurst(origin: string, people: readonly Member[], readers: readonly Shot[]): Promise<Burst> {
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

/** Everybody has an event stream open, and together they ask `rate` times a second, each tenth time to write something. */
export async function fullHall(
  origin: string,
  members: readonly Member[],
  readers: readonly Shot[],
  { seconds, rate }: { seconds: number; rate: number },
): Promise<Hall> {
  const streams = new Streams();
  await streams.open(origin, members);
  const writers = members.slice(0, Math.ceil(readers.length / 9));
  const writings = writers.map(({ token }): Shot => ({
    method: 'POST',
    path: () => '/api/post',
    token,
    body: () => ({ content: someContent(), event: 1 }),
  }));
  const mixed = [...readers, ...writings].toSorted(() => Math.random() - 0.5);
  const answered = await arrive(origin, mixed, { seconds, rate });
  const { live, pokes } = streams;
  streams.close();
  return { answered, opened: members.length, live, pokes };
}

async function burst(
  origin: string,
  readers: readonly Shot[],
  people: readonly Member[],
  act: (member: Member) => Promise<Response>,
): Promise<Burst> {
  const start = performance.now();
  let took = 0;
  const acting = Promise.all(people.map(act)).then((answers) => {
    took = performance.now() - start;
    return answers.filter(({ ok }) => ok).length;
  });
  const others = await arrive(origin, readers, { seconds: 15, rate: 50 });
  return { done: await acting, took, others };
}

/** As the app does where the server asks to come again. */
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

async function cursorOf(origin: string, token: string): Promise<string> {
  for (let cursor = ''; ;) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${origin}/api/sync${query}`, { headers: { authorization: `Bearer ${token}` } });
    const page = (await response.json()) as FeedPage;
    cursor = page.cursor;
    if (!page.more) return cursor;
  }
}

/** A picture of the size that a phone sends: 1,920 × 1,280, with much to draw. */
async function snapshot(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1_920, height: 1_280, channels: 3, background: 'black', noise } })
    .blur(1.5)
    .webp({ quality: 80 })
    .toBuffer();
}
