import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contract/limits.ts';
import { type DatingInterest, datingInterests, type DatingRating } from '#contract/resources/dating.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import { readCursor, writeCursor } from '#server/services/feed/cursor.ts';
import { scopesOf } from '#server/services/feed/scopes-of.ts';
import { away, callerOf, home, people, type PersonName } from '../fixtures/camp.ts';
import { timesByChance } from '../setup/tier.ts';
import type { Answer, World } from '../fixtures/world.ts';
import { ownModules } from '../setup/own-modules.ts';

const rater = 'participant';
/** Everybody but the rater: people who may be rated, and people outside dating. */
const others = ['orga', 'author', 'admin', 'stranger'] as const;
const daters = ['orga', 'author', rater] as const;
type Dater = (typeof daters)[number];

/** Random ids come in the same order in both worlds. */
const chance = vi.hoisted(() => ({ ids: 0 }));
vi.mock('uuid', async (original) => ({
  ...(await original<typeof import('uuid')>()),
  v4: () => `${(((chance.ids += 1) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
}));

let openWorld: typeof import('../fixtures/world.ts').openWorld;
let newsHeard: typeof import('../fixtures/databases/test-store.ts').newsHeard;
let sqlOf: typeof import('#server/store/core/handles.ts').sqlOf;

ownModules('uuid', async () => {
  ({ openWorld } = await import('../fixtures/world.ts'));
  ({ newsHeard } = await import('../fixtures/databases/test-store.ts'));
  ({ sqlOf } = await import('#server/store/core/handles.ts'));
});

interface Rating {
  readonly kind: 'rate';
  readonly who: Dater;
  readonly other: Dater;
  readonly rating: DatingRating;
  readonly batched: boolean;
}

type Step =
  | Rating
  | { readonly kind: 'look'; readonly who: Dater; readonly interests: DatingInterest[] }
  | { readonly kind: 'forget' | 'post'; readonly who: Dater };

const dater = fc.constantFrom(...daters);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      who: dater,
      other: dater,
      rating: fc.constantFrom<DatingRating[]>(1, 1, 0, -1),
      batched: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), who: dater, interests: fc.subarray([...datingInterests]) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('forget' as const, 'post' as const), who: dater }) },
);

const idOf = (who: PersonName) => `${home}-${people[who].id}`;

function take(world: World, one: Step): Promise<Answer> {
  const headers = { 'idempotency-key': uuidv7() };
  const { who } = one;
  switch (one.kind) {
    case 'post':
      return world.call(who, 'POST', '/api/post', { body: { content: 'Hallo', event: home }, headers });
    case 'forget':
      return world.call(who, 'DELETE', `/api/event/${home}/dating`, { headers });
    case 'look':
      return world.call(who, 'PUT', `/api/event/${home}/dating/interests`, { body: { interests: one.interests }, headers });
    case 'rate':
      return rate(world, one);
  }
}

function rate(world: World, { who, other, rating, batched }: Rating): Promise<Answer> {
  const key = uuidv7();
  const [path, body] = [`/api/event/${home}/dating/ratings`, { ratedParticipantId: idOf(other), rating }];
  if (!batched) return world.call(who, 'POST', path, { body, headers: { 'idempotency-key': key } });
  return world.call(who, 'POST', '/api/batch', { body: { calls: [{ key, lane: 'a', method: 'POST', path, body }] } });
}

/** Everything that one of the others receives: answers with status and headers, and the number of pokes. */
class Observer {
  readonly seen: string[] = [];
  #cursor: string | undefined;
  readonly #world: World;
  readonly #who: PersonName;

  constructor(world: World, who: PersonName) {
    this.#world = world;
    this.#who = who;
  }

  async look(published: readonly Scope[]): Promise<void> {
    const { userId, sessionId } = callerOf(this.#who);
    const caller = await this.#world.app.deps.auth.callerBehind({ userId, sessionId: await this.#session(sessionId) });
    const own = caller ? scopesOf(caller) : [];
    this.#note(
      'pokes',
      published.filter((scope) => own.includes(scope)),
    );
    for (const url of ['/api/dating?rating=0', '/api/dating?rating=1', '/api/dating?rating=-1', '/api/dating/matches'])
      await this.#get(url);
    for (const url of [`/api/event/${home}/participant`, '/api/event', '/api/post']) await this.#get(url);
    const { body } = await this.#get(`/api/sync${this.#cursor === undefined ? '' : `?cursor=${this.#cursor}`}`);
    this.#cursor = (body as { cursor: string }).cursor;
  }

  /** Reads the data download and sorts its rows without their random ids; the server orders them by text, ids included. */
  async export(): Promise<void> {
    const { status, body } = await this.#world.call(this.#who, 'GET', '/api/users/me/data');
    const tables = Object.entries(body as Record<string, unknown>).map(([name, rows]) => [
      name,
      Array.isArray(rows)
        ? rows.map((row) => JSON.stringify(row)).toSorted((one, other) => (withoutIds(one) < withoutIds(other) ? -1 : 1))
        : rows,
    ]);
    this.#note('/api/users/me/data', [status, ...tables]);
  }

  async pry(cursor: string): Promise<void> {
    await this.#get(`/api/sync?cursor=${cursor}`);
  }

  async #session(fallback: string): Promise<string> {
    const found = await sqlOf(this.#world.store.reading)
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', people[this.#who].id)
      .executeTakeFirst();
    return found?.id ?? fallback;
  }

  async #get(url: string): Promise<Answer> {
    const answer = await this.#world.call(this.#who, 'GET', url);
    const { date: _date, ...headers } = answer.headers;
    this.#note(url.replace(/cursor=.*/, ''), { status: answer.status, headers, text: answer.text });
    return answer;
  }

  #note(what: string, value: unknown): void {
    this.seen.push(`${what} ${JSON.stringify(value)}`);
  }
}

/** Returns a cursor forged by the stranger, whose page is full but for one row: a load of the rater's dating rows. */
async function forgedCursor(world: World): Promise<string> {
  const { cursor } = await world.pull('stranger');
  const post = () => ({ key: uuidv7(), lane: 'a', method: 'POST', path: '/api/post', body: { content: 'Hallo', event: away } });
  const calls = Array.from({ length: limits.feedPageRows - 1 }, post);
  await world.call('stranger', 'POST', '/api/batch', { body: { calls } });
  const own = readCursor(cursor, [])!;
  const scope = scopeOf.user(people[rater].id);
  const loading = { scopes: [scope], resource: 'dating', scope, below: 1_000_000_000 };
  return writeCursor({ ...own, numbers: new Map([...own.numbers, [scope, 0]]), loading });
}

/** Returns everything that the others receive during a history, without values that differ between databases. */
async function play(history: readonly (Step | null)[]): Promise<string[]> {
  chance.ids = 0;
  const world = await openWorld();
  try {
    const observers = others.map((who) => new Observer(world, who));
    const stranger = observers[others.indexOf('stranger')]!;
    const forged = await forgedCursor(world);
    await newsHeard(world.store);
    const published: Scope[] = [];
    vi.spyOn(world.app.deps.hub, 'publish').mockImplementation((scopes) => void published.push(...(scopes as Iterable<Scope>)));
    for (const one of history) {
      world.clock.time += 1_000;
      if (one) await take(world, one);
      await newsHeard(world.store);
      const now = published.splice(0);
      for (const observer of observers) await observer.look(now);
      await stranger.pry(forged);
    }
    for (const observer of observers) await observer.export();
    const jobs = await sqlOf(world.store.reading).selectFrom('push_jobs').selectAll().orderBy('id').execute();
    const news = await sqlOf(world.store.reading).selectFrom('push_news').selectAll().orderBy('id').execute();
    const counters = await sqlOf(world.store.reading)
      .selectFrom('scope_counters')
      .selectAll()
      .where('scope', '!=', `user:${people[rater].id}`)
      .orderBy('scope')
      .execute();
    const metrics = (await world.call(null, 'GET', '/metrics')).text.split('\n').filter((line) => line.startsWith('http_requests_total'));
    const all = [...observers.flatMap(({ seen }) => seen), JSON.stringify({ jobs, news, counters }), ...metrics.toSorted()];
    return alike(all);
  } finally {
    await world.close();
  }
}

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

const withoutIds = (text: string): string => text.replaceAll(uuid, '');

/** Replaces ids by the order of their appearance, and decodes cursors. */
function alike(texts: readonly string[]): string[] {
  const names = new Map<string, string>();
  const named = (id: string): string => names.get(id) ?? names.set(id, `id${names.size}`).get(id)!;
  const decoded = (text: string): string => {
    const { numbers, loading } = readCursor(text, [])!;
    return JSON.stringify({ numbers: [...numbers], loading });
  };
  return texts.map((text) =>
    text
      .replaceAll(/cursor\\":\\"([\w.-]+)/g, (_all, cursor: string) => decoded(cursor))
      .replaceAll(uuid, named)
      .replaceAll(/"(?:etag|content-length)":"?[^",}]*"?/g, ''),
  );
}

test('a rating that is not mutual is visible only to its author', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(step, { maxLength: 8 }),
      fc.record({
        other: fc.constantFrom<Dater[]>('orga', 'author'),
        rating: fc.constantFrom<DatingRating[]>(1, -1),
        batched: fc.boolean(),
      }),
      async (before, after, secret) => {
        const isReturned = (one: Step) => one.kind === 'rate' && one.who === secret.other && one.other === rater && one.rating === 1;
        const [first, last] = [before, after].map((steps) => steps.filter((one) => !isReturned(one))) as [Step[], Step[]];
        const optIn: Step = { kind: 'look', who: rater, interests: [...datingInterests] };
        const with_ = await play([optIn, ...first, { kind: 'rate', who: rater, ...secret }, ...last]);
        const without = await play([optIn, ...first, null, ...last]);
        expect(with_).toEqual(without);
      },
    ),
    { numRuns: timesByChance({ gate: 1, full: 100 }), seed: 1 },
  );
}, 600_000);

test('a match seen by one of the two is seen by the other within a day, despite later changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (history) => {
      const world = await openWorld();
      try {
        const seen = new Set<string>();
        const matched = async (who: Dater): Promise<number[]> => {
          const { body } = await world.call(who, 'GET', '/api/dating/matches');
          return (body as { matches?: { user: { userId: number } }[] }).matches?.map(({ user }) => user.userId) ?? [];
        };
        for (const who of daters) {
          await take(world, { kind: 'forget', who });
          await take(world, { kind: 'look', who, interests: [...datingInterests] });
        }
        for (const one of history) {
          world.clock.time += 1_000;
          await take(world, one);
          for (const who of daters) for (const other of await matched(who)) seen.add(`${people[who].id} ${other}`);
        }
        // A person who was away all the time returns within the day.
        for (const who of daters) await take(world, { kind: 'look', who, interests: [...datingInterests] });
        for (const who of daters) {
          const now = await matched(who);
          const seers = [...seen].map((one) => one.split(' ').map(Number)).filter(([, other]) => other === people[who].id);
          expect(now).toEqual(expect.arrayContaining(seers.map(([seer]) => seer)));
        }
      } finally {
        await world.close();
      }
    }),
    { numRuns: timesByChance({ gate: 2, full: 200 }), seed: 1 },
  );
}, 600_000);
