import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { FeedPage } from '../contract/endpoints.ts';
import type { AtLarge } from './crowd-at-large.ts';
import type { Member } from './crowd.ts';
import { arrive, type Shot } from './load.ts';
import { someContent } from './server-data.ts';

const { origin, members, writers, seconds, rate } = workerData as AtLarge;

/** What people who look around ask for: news since they last asked, lists, the schedule. */
async function readings({ token }: Member): Promise<Shot[]> {
  let cursor = await cursorOf(token);
  const news: Shot = {
    method: 'GET',
    path: () => `/api/sync?cursor=${encodeURIComponent(cursor)}`,
    token,
    onAnswer: (text) => {
      ({ cursor } = JSON.parse(text) as FeedPage);
    },
  };
  const lists = ['/api/post?page=1', '/api/event/1/schedule', '/api/announcement'];
  return [news, ...lists.map((path): Shot => ({ method: 'GET', path: () => path, token }))];
}

const writing = ({ token }: Member): Shot => ({
  method: 'POST',
  path: () => '/api/post',
  token,
  body: () => ({ content: someContent(), event: 1 }),
});

async function cursorOf(token: string): Promise<string> {
  for (let cursor = ''; ;) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${origin}/api/sync${query}`, { headers: { authorization: `Bearer ${token}` } });
    const page = (await response.json()) as FeedPage;
    cursor = page.cursor;
    if (!page.more) return cursor;
  }
}

const shots: Shot[] = members.slice(0, writers).map(writing);
for (const member of members) shots.push(...(await readings(member)));
const mixed = shots.toSorted(() => Math.random() - 0.5);
parentPort!.postMessage('ready');
await once(parentPort!, 'message');
parentPort!.postMessage(await arrive(origin, mixed, { seconds, rate }));
