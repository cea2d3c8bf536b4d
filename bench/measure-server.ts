import { gather } from './crowd.ts';
import { ratio, rounded, table } from './figures.ts';
import { fire, type Shot } from './load.ts';
import { type Burst, fullHall, loginBurst, uploadBurst } from './scenarios.ts';
import { fillPosts, someContent } from './server-data.ts';
import type { ServerProcess } from './server-process.ts';

const eventId = 1;
const people = 2_000;
const logins = 500;
const uploads = 100;

/** The server alone, with the load generator on the same machine; gives two tables. */
export async function measureServer(server: ServerProcess): Promise<string> {
  const { origin } = server;
  await fillPosts(server.store, eventId, 1_000);
  const crowd = await gather(server, eventId, people);
  const readers = crowd.slice(0, 25);
  // The hall comes before the bursts, whose memory the process may keep.
  const throughput = await compare(server, crowd[0]!.token);
  const hall = await fullHall(origin, crowd, { seconds: 60, rate: 200 });
  const memory = await server.memory();
  const signedIn = await loginBurst(origin, crowd.slice(0, logins), readers);
  const shared = await uploadBurst(origin, crowd.slice(-uploads), readers);
  const { p99, serverErrors, refused, unanswered } = hall.answered;
  const bad = (answers: { refused: number; serverErrors: number; unanswered: number }): string =>
    `${answers.refused} / ${answers.serverErrors} / ${answers.unanswered}`;
  const burstRow = (name: string, burst: Burst, all: number): string[] => [
    name,
    `${burst.done} of ${all} in ${(burst.took / 1_000).toFixed(1)} s`,
    `${rounded(burst.others.p99)} ms`,
    bad(burst.others),
  ];
  return [
    throughput,
    table(
      ['under load', 'done', 'p99 of the others', '4xx / 5xx / no answer'],
      [
        burstRow(`${logins} logins at once, 50 reads a second`, signedIn, logins),
        burstRow(`${uploads} photos at once, 50 reads a second`, shared, uploads),
        [
          `${people} streams, 200 mixed requests a second, 60 s`,
          `${hall.live} of ${hall.opened} streams live, ${hall.pokes} pokes, ${rounded(memory)} MB`,
          `${rounded(p99)} ms`,
          bad({ refused, serverErrors, unanswered }),
        ],
      ],
    ),
  ].join('\n\n');
}

/**
 * Reads and writes one after another on 50 connections, as fast as they go, beside what stored JSON and one transaction per turn of the event
 * loop allow behind the same hooks, and in a bare Fastify.
 */
async function compare({ origin, bareOrigin }: ServerProcess, token: string): Promise<string> {
  const post = (path: string): Shot => ({
    method: 'POST',
    path: () => path,
    token,
    body: () => ({ content: someContent(), event: eventId }),
  });
  const get = (path: string): Shot => ({ method: 'GET', path: () => path, token });
  for (const each of [origin, bareOrigin]) await fetch(`${each}/limit/change?count=20`, { method: 'POST' });
  const speed = { seconds: 8, connections: 50 };
  const row = async (name: string, ours: Shot, limit: Shot): Promise<string[]> => {
    const [mine, least, bare] = [
      await fire(origin, [ours], speed),
      await fire(origin, [limit], speed),
      await fire(bareOrigin, [limit], speed),
    ];
    if ([mine, least, bare].some(({ good, refused, serverErrors }) => good === 0 || refused + serverErrors > 0))
      throw new Error(`${name}: ${JSON.stringify({ mine, least, bare })}`);
    return [
      name,
      ...[mine, least, bare].map(({ perSecond, p99 }) => `${rounded(perSecond)} (${rounded(p99)} ms)`),
      ratio(least.perSecond, mine.perSecond),
      ratio(bare.perSecond, mine.perSecond),
    ];
  };
  return table(
    ['requests a second (p99)', 'ours', 'limit, same hooks', 'limit, bare Fastify', 'times slower', 'than bare'],
    [
      await row('20 newest posts', get('/api/post?page=1&limit=20'), get('/limit/newest')),
      await row('a post each', post('/api/post'), post('/limit/insert')),
    ],
  );
}
