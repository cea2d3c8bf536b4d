import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { FeedPage } from '#contract/endpoints/core.ts';
import type { AtLarge } from './crowd-at-large.ts';
import type { Member } from './crowd.ts';
import { sendAtRate, type LoadRequest } from './load.ts';
import { Puller } from './puller.ts';
import { someContent } from '../server-data.ts';

const { origins, members, writers, seconds, rate } = workerData as AtLarge;

/** Returns the requests of members who look around: news since the last request, lists, the schedule. */
async function readings(member: Member): Promise<LoadRequest[]> {
  const { token } = member;
  let { cursor } = await Puller.at(origins[0]!, member);
  const news: LoadRequest = {
    method: 'GET',
    path: () => `/api/sync?cursor=${encodeURIComponent(cursor)}`,
    token,
    onAnswer: (text) => {
      ({ cursor } = JSON.parse(text) as FeedPage);
    },
  };
  const lists = ['/api/post?page=1', '/api/event/1/schedule', '/api/announcement'];
  return [news, ...lists.map((path): LoadRequest => ({ method: 'GET', path: () => path, token }))];
}

const writing = ({ token }: Member): LoadRequest => ({
  method: 'POST',
  path: () => '/api/post',
  token,
  body: () => ({ content: someContent(), event: 1 }),
});

const shots: LoadRequest[] = members.slice(0, writers).map(writing);
for (const member of members) shots.push(...(await readings(member)));
const mixed = shots.toSorted(() => Math.random() - 0.5);
parentPort!.postMessage('ready');
await once(parentPort!, 'message');
parentPort!.postMessage(await sendAtRate(origins, mixed, { seconds, rate }));
