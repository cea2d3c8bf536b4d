import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';

const zip = promisify(gzip);
const config = { access: 'anyone' } as const;

/**
 * The server's half of the limit line: a compressed snapshot, a delta by number, and a batch in one durable transaction, in a database at
 * `path`. It has no policy, receipts or feed. It runs in the same process, so that both lines pay for the same HTTP.
 */
export function limitRoutes(app: FastifyInstance, store: Store, path: string): void {
  // A drain is larger than the body of other routes without a session.
  app.addHook('onRoute', (route) => void (route.bodyLimit = limits.bodyBytes));
  const db = new DatabaseSync(path);
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  db.exec('create table posts (id text primary key, number integer not null, row text not null)');
  db.exec('create index posts_by_number on posts (number)');
  const put = db.prepare('insert into posts values (?, ?, ?) on conflict do update set number = excluded.number, row = excluded.row');
  const after = db.prepare('select row from posts where number > ? order by number');
  const snapshots = new Map<number, Promise<Buffer>>();
  let number = 0;

  function write(rows: readonly { id: string }[]): object[] {
    db.exec('begin immediate');
    const written = rows.map((row) => ({ ...row, order: (number += 1) }));
    for (const row of written) put.run(row.id, row.order, JSON.stringify(row));
    db.exec('commit');
    return written;
  }

  async function newestRows(count: number): Promise<object[]> {
    const ids = await sqlOf(store.reading).selectFrom('posts').select('id').orderBy('order', 'desc').limit(count).execute();
    const rows = await loadRows(
      store.reading,
      'posts',
      ids.map(({ id }) => id),
    );
    return [...rows.values()];
  }

  /** Changes the newest `count` posts, and returns the number before the changes. */
  async function change(count: number): Promise<{ after: number }> {
    const before = number;
    write((await newestRows(count)) as { id: string }[]);
    return { after: before };
  }

  const json = (rows: readonly object[]): Promise<Buffer> => zip(JSON.stringify(rows));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'cache-control': 'no-store' };

  app.get<{ Querystring: { posts: string } }>('/api/limit/snapshot', { config }, async (request, reply) => {
    const count = Number(request.query.posts);
    if (!snapshots.has(count)) snapshots.set(count, newestRows(count).then(json));
    return reply.headers(headers).send(await snapshots.get(count));
  });

  app.get<{ Querystring: { after: string } }>('/api/limit/delta', { config }, async (request, reply) => {
    const rows = after.all(Number(request.query.after)).map(({ row }) => JSON.parse(row as string) as object);
    return reply.headers(headers).send(await json(rows));
  });

  app.post<{ Body: { id: string }[] }>('/api/limit/batch', { config }, async (request, reply) =>
    reply.headers(headers).send(await json(write(request.body))),
  );

  const newest = db.prepare('select row from posts order by number desc limit 20');
  app.get('/api/limit/newest', { config }, (_request, reply) =>
    reply.type('application/json').send(
      `[${newest
        .all()
        .map(({ row }) => String(row))
        .join(',')}]`,
    ),
  );

  let turn: { readonly rows: { id: string }[]; readonly written: Promise<object[]> } | null = null;
  /** Inserts all rows of one turn of the event loop in one transaction. */
  function insert(row: { id: string }): Promise<object[]> {
    const rows: { id: string }[] = turn?.rows ?? [];
    turn ??= {
      rows,
      written: new Promise((resolve, reject) => {
        setImmediate(() => {
          turn = null;
          try {
            resolve(write(rows));
          } catch (error) {
            reject(error);
          }
        });
      }),
    };
    rows.push(row);
    return turn.written;
  }
  app.post('/api/limit/insert', { config }, async (request, reply) => {
    const row = { ...(request.body as object), id: crypto.randomUUID() };
    await insert(row);
    return reply.send(row);
  });

  app.post<{ Querystring: { count: string } }>('/api/limit/change', { config }, ({ query }) => change(Number(query.count)));

  app.addHook('onClose', () => db.close());
}
