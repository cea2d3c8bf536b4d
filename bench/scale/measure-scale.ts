import { rmSync } from 'node:fs';
import { median, rounded, table } from '../figures.ts';
import { sendInTurn, type LoadRequest } from '../load/load.ts';
import { someContent } from '../server-data.ts';
import { bareInserts } from './limits.ts';
import { Measures, type Rate } from './measures.ts';
import { Servers } from './servers.ts';
import { type Setup, type Site, Sites } from './site.ts';

const setups: readonly Setup[] = [
  { name: 'SQLite, 1 process', database: 'sqlite', processes: 1 },
  { name: 'PostgreSQL, 1', database: 'postgres', processes: 1 },
  { name: '2', database: 'postgres', processes: 2 },
  { name: '3', database: 'postgres', processes: 3 },
];

/** Requests per second of the open load. */
const openRate = 100;
const pokes = 100;

/** The figures of a site in one run, by the name of the row. */
type Figures = Record<string, Rate | number>;

interface Options {
  readonly runs: number;
  readonly seconds: number;
}

/** Measures several servers on PostgreSQL next to one on SQLite, and the limits of each part; returns two tables. */
export async function measureScale({ runs, seconds }: Options): Promise<string> {
  const sites = await Sites.prepare({ people: 500, posts: 300 });
  try {
    const found = new Map<Setup, Figures[]>(setups.map((setup) => [setup, []]));
    const limits: Figures[] = [];
    const empty = await sites.emptyDatabase();
    for (let run = 0; run < runs; run += 1) {
      limits.push(await limitsOf(sites.copy(`bare_${run}`), empty, seconds));
      for (const setup of setups) {
        const site = await sites.open(setup);
        try {
          found.get(setup)!.push(await figuresOf(site, seconds));
        } finally {
          await site.stop();
        }
      }
    }
    return [
      'Load generator, servers and PostgreSQL share the processors of this machine: what is added takes from what is there.',
      tableOf(found),
      table(
        ['limit lines', 'a second'],
        Object.keys(limits[0] ?? {}).map((name) => [name, rounded(median(limits.map((each) => each[name] as number)))]),
      ),
    ].join('\n\n');
  } finally {
    await sites.stop();
  }
}

async function figuresOf(site: Site, seconds: number): Promise<Figures> {
  const measures = new Measures(site, seconds);
  const newest = await measures.newest();
  const level = await measures.level();
  const poked = await measures.poked();
  const poke = await measures.pokes(pokes);
  const { p50, p99, refused, serverErrors, unanswered } = await measures.open(openRate);
  const signIns = await measures.signIns();
  const posts = await measures.posts();
  const batches = await measures.batches();
  const memory = await site.servers.memory();
  const usage = await site.databaseUsage();
  return {
    '20 newest posts': newest,
    'sync, level': level,
    'sync, poked': poked,
    'one post each': posts,
    'posts in batches of 100': batches,
    'sign-ins': signIns,
    [`open load of ${openRate} a second, p50 (ms)`]: p50,
    [`open load of ${openRate} a second, p99 (ms)`]: p99,
    'of it not answered as it should be': refused + serverErrors + unanswered,
    'answer of a post to poke elsewhere, p50 (ms)': poke[Math.floor(poke.length * 0.5)]!,
    'answer of a post to poke elsewhere, p99 (ms)': poke[Math.floor(poke.length * 0.99)]!,
    'memory of a process (MB)': median(memory),
    'memory of PostgreSQL (MB)': usage?.memory ?? 0,
    'connections to the database': usage?.connections ?? 0,
  };
}

function tableOf(found: ReadonlyMap<Setup, readonly Figures[]>): string {
  const names = Object.keys([...found.values()][0]?.[0] ?? {});
  const cell = (all: readonly (Rate | number)[]): string => {
    const [first] = all;
    if (typeof first === 'number') return rounded(median(all as readonly number[]));
    const rates = all as readonly Rate[];
    const of = (value: (rate: Rate) => number): string => rounded(median(rates.map(value)));
    const database = (first as Rate).database === null ? '' : ` + ${of((rate) => rate.database ?? 0)}`;
    return `${of((rate) => rate.perSecond)} (${of((rate) => rate.ours)}${database})`;
  };
  return table(
    ['a second (µs of the processor each, servers + PostgreSQL)', ...setups.map(({ name }) => name)],
    names.map((name) => [name, ...[...found.values()].map((figures) => cell(figures.map((each) => each[name]!)))]),
  );
}

/** Measures PostgreSQL with inserts alone, and Fastify with stored JSON and one transaction per turn. */
async function limitsOf(dataDir: string, database: string, seconds: number): Promise<Figures> {
  const bare = await Servers.start(1, { DATA_DIR: dataDir }, dataDir, 'bench/scale/bare-server.ts');
  const [origin] = bare.origins as [string];
  try {
    const perSecond = async (shot: LoadRequest): Promise<number> =>
      (await sendInTurn(origin, [shot], { seconds, connections: 50 })).perSecond;
    await fetch(`${origin}/api/limit/change?count=20`, { method: 'POST' });
    return {
      'insert of one row, a transaction each, 1 connection': await bareInserts(database, { seconds, connections: 1 }),
      'the same, 10 connections': await bareInserts(database, { seconds, connections: 10 }),
      'the same with a notice each, 10 connections': await bareInserts(database, { seconds, connections: 10, notices: true }),
      'bare Fastify, 20 rows of stored JSON': await perSecond({ method: 'GET', path: () => '/api/limit/newest', token: '' }),
      'bare Fastify, a row each in SQLite, one transaction per turn': await perSecond({
        method: 'POST',
        path: () => '/api/limit/insert',
        token: '',
        body: () => ({ content: someContent(), event: 1 }),
      }),
    };
  } finally {
    await bare.stop();
    rmSync(dataDir, { recursive: true });
  }
}
