import { loadConfig } from '#server/config.ts';
import { gather, type Member, subscribeDevices } from '../load/crowd.ts';
import { medians, ratio, rounded, spread, table } from '../figures.ts';
import { sendInTurn, type LoadRequest } from '../load/load.ts';
import { Puller } from '../load/puller.ts';
import { type Burst, fullHall, loginBurst, uploadBurst } from '../load/scenarios.ts';
import { fillPosts, someContent } from '../server-data.ts';
import type { ServerProcess } from '../server-process.ts';

const eventId = 1;
const people = 2_000;
/** Members with a push subscription. */
const devices = 300;
const logins = 500;
const uploads = 100;

/** Measures the server with the load generator on the same machine; returns two tables. */
export async function measureServer(server: ServerProcess, runs: number): Promise<string> {
  const { origin } = server;
  await fillPosts(server.store, eventId, 1_000);
  const crowd = await gather(server.store, loadConfig({ DATA_DIR: server.dataDir }), eventId, people);
  await subscribeDevices(server, crowd.slice(0, devices));
  const readers = crowd.slice(0, 25);
  // The hall comes before the loads at full speed, whose memory the process may keep.
  const hall = await fullHall(origin, crowd, { seconds: 60, rate: 200 });
  const memory = await server.memory();
  const throughput = await compare(server, crowd, runs);
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
 * Measures the server's processor time per request, which other processes hardly affect: reads and writes on 50 connections, compared with
 * stored JSON and one transaction per turn of the event loop, behind the same hooks and in a bare Fastify.
 */
async function compare(server: ServerProcess, crowd: readonly Member[], runs: number): Promise<string> {
  const { origin, bareOrigin } = server;
  const { token } = crowd[0]!;
  const post = (path: string): LoadRequest => ({
    method: 'POST',
    path: () => path,
    token,
    body: () => ({ content: someContent(), event: eventId }),
  });
  const get = (path: string): LoadRequest => ({ method: 'GET', path: () => path, token });
  for (const each of [origin, bareOrigin]) await fetch(`${each}/api/limit/change?count=20`, { method: 'POST' });
  const costOf = async (at: string, shot: LoadRequest): Promise<number> => {
    const before = await server.cpu();
    const met = await sendInTurn(at, [shot], { seconds: 4, connections: 50 });
    if (met.good === 0 || met.refused + met.serverErrors > 0) throw new Error(`${shot.path()}: ${JSON.stringify(met)}`);
    return ((await server.cpu()) - before) / met.good;
  };
  const row = async (name: string, ours: LoadRequest, limit: LoadRequest): Promise<string[]> => {
    const costs: { mine: number; least: number; bare: number }[] = [];
    for (let run = 0; run <= runs; run += 1)
      costs.push({ mine: await costOf(origin, ours), least: await costOf(origin, limit), bare: await costOf(bareOrigin, limit) });
    // The first run warms up.
    const measured = costs.slice(1);
    const { mine, least, bare } = medians(measured);
    const cells = (['mine', 'least', 'bare'] as const).map((line) => spread(measured.map((cost) => cost[line])));
    return [name, ...cells, ratio(least, mine), ratio(bare, mine)];
  };
  return table(
    ['µs of the processor a request (spread)', 'ours', 'limit, same hooks', 'limit, bare Fastify', 'of the limit', 'of bare'],
    [
      await row('20 newest posts', get('/api/post?page=1&limit=20'), get('/api/limit/newest')),
      await row('a post each', post('/api/post'), post('/api/limit/insert')),
      ['a pull after a poke, of 500', await pulls(server, crowd.slice(0, 500), runs), '–', '–', '–', '–'],
    ],
  );
}

/** Measures the processor time of each pull when all members are poked by a post. */
async function pulls(server: ServerProcess, members: readonly Member[], runs: number): Promise<string> {
  const readers = await Promise.all(members.map((member) => Puller.at(server.origin, member)));
  const costs: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = await server.cpu();
    for (let post = 0; post < 4; post += 1) {
      await readers[0]!.post(someContent(), eventId);
      await Promise.all(readers.map((reader) => reader.pull()));
    }
    costs.push(((await server.cpu()) - before) / (4 * readers.length));
  }
  return spread(costs.slice(1));
}
