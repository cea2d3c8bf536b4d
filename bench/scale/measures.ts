import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { passwordLogin } from '#tests/e2e/harness/api.ts';
import { gatherAtLarge } from '../load/crowd-at-large.ts';
import type { Member } from '../load/crowd.ts';
import { type Answered, sendInTurn, type LoadRequest } from '../load/load.ts';
import { Puller } from '../load/puller.ts';
import { someContent } from '../server-data.ts';
import { Listening } from './pokes.ts';
import { type Site } from './site.ts';

/** Operations per second, with the processor time (µs) of each: of all servers, and of PostgreSQL if known. */
export interface Rate {
  readonly perSecond: number;
  readonly ours: number;
  readonly database: number | null;
}

/** Loads of people at `site` as fast as 50 connections allow, spread over all of its servers. */
export class Measures {
  readonly #site: Site;
  readonly #seconds: number;
  #readers: Promise<Puller[]> | null = null;

  constructor(site: Site, seconds: number) {
    this.#site = site;
    this.#seconds = seconds;
  }

  newest(): Promise<Rate> {
    return this.#rate(requestByEach('GET', this.#site.crowd, () => '/api/post?page=1&limit=20'));
  }

  /** Pulls without news. */
  async level(): Promise<Rate> {
    const { crowd } = this.#site;
    const readers = await this.#everybody();
    const cursors = new Map(crowd.map((member, index) => [member, readers[index]!.cursor]));
    return this.#rate(requestByEach('GET', crowd, (member) => `/api/sync?cursor=${encodeURIComponent(cursors.get(member) ?? '')}`));
  }

  /** Posts, and pulls by everybody who was poked: counts the pulls per second. */
  async poked(): Promise<Rate> {
    const readers = await this.#everybody();
    return this.#measured(async () => {
      const start = performance.now();
      let pulls = 0;
      while (performance.now() - start < this.#seconds * 1_000) {
        await readers[0]!.post(someContent(), this.#site.eventId);
        await Promise.all(readers.map((reader) => reader.pull()));
        pulls += readers.length;
      }
      return { done: pulls, seconds: (performance.now() - start) / 1_000 };
    });
  }

  posts(): Promise<Rate> {
    return this.#rate(
      requestByEach(
        'POST',
        this.#site.crowd,
        () => '/api/post',
        () => ({ content: someContent(), event: this.#site.eventId }),
      ),
    );
  }

  /** Sends batches of 100 posts; counts the posts. */
  async batches(): Promise<Rate> {
    const calls = (): object[] =>
      Array.from({ length: 100 }, () => ({
        method: 'POST',
        path: '/api/post',
        key: uuidv7(),
        lane: 'posts',
        body: { content: someContent(), event: this.#site.eventId },
      }));
    const { perSecond, ours, database } = await this.#rate(
      requestByEach(
        'POST',
        this.#site.crowd,
        () => '/api/batch',
        () => ({ calls: calls() }),
      ),
    );
    return { perSecond: perSecond * 100, ours: ours / 100, database: database === null ? null : database / 100 };
  }

  /** Signs 60 people in at once. */
  signIns(): Promise<Rate> {
    const { crowd, servers } = this.#site;
    return this.#measured(async () => {
      const start = performance.now();
      const answers = await Promise.all(
        crowd.slice(-60).map((member, index) => passwordLogin(servers.origins[index % servers.origins.length]!, member)),
      );
      const refused = answers.filter(({ ok }) => !ok);
      if (refused.length > 0) throw new Error(`${refused.length} sign-ins were refused, with ${refused[0]!.status}`);
      return { done: answers.length, seconds: (performance.now() - start) / 1_000 };
    });
  }

  /** Sends `rate` requests per second at random moments: a tenth are posts, the others lists and news. */
  async open(rate: number): Promise<Answered> {
    const { crowd, servers } = this.#site;
    const members = crowd.slice(0, 27);
    const people = await gatherAtLarge({ origins: servers.origins, members, writers: 12, seconds: this.#seconds * 2, rate });
    return people.go();
  }

  /** Returns the sorted delays (ms) from the answer to a post until a poke at the last server, while others read. */
  async pokes(count: number): Promise<number[]> {
    const { crowd, servers } = this.#site;
    const [writer, listener] = crowd as [Member, Member];
    const poster = await Puller.at(servers.origins[0]!, writer);
    const stream = await Listening.at(servers.origins.at(-1)!, listener);
    const waits: number[] = [];
    for (let post = 0; post < count; post += 1) {
      // Longer than a stream rests between two pokes.
      await pause(60 + Math.random() * 40);
      const poke = stream.next();
      await poster.post(someContent(), this.#site.eventId);
      const answered = performance.now();
      waits.push(Math.max(0, (await poke) - answered));
    }
    stream.close();
    return waits.toSorted((one, other) => one - other);
  }

  /** Returns pullers with complete mirrors, because first loads are not measured. */
  #everybody(): Promise<Puller[]> {
    const { crowd, servers } = this.#site;
    return (this.#readers ??= Puller.all(servers.origins, crowd));
  }

  async #rate(shot: LoadRequest): Promise<Rate> {
    const { origins } = this.#site.servers;
    return this.#measured(async () => {
      const each = await Promise.all(
        origins.map((origin) => sendInTurn(origin, [shot], { seconds: this.#seconds, connections: Math.round(50 / origins.length) })),
      );
      const failed = each.find(({ good, refused, serverErrors }) => good === 0 || refused + serverErrors > 0);
      if (failed) throw new Error(`${shot.path()}: ${JSON.stringify(failed)}`);
      return { done: each.reduce((sum, { good }) => sum + good, 0), seconds: this.#seconds };
    });
  }

  async #measured(work: () => Promise<{ done: number; seconds: number }>): Promise<Rate> {
    const before = await this.#used();
    const { done, seconds } = await work();
    const after = await this.#used();
    const database = before.database === null || after.database === null ? null : (after.database - before.database) / done;
    return { perSecond: done / seconds, ours: (after.ours - before.ours) / done, database };
  }

  async #used(): Promise<{ ours: number; database: number | null }> {
    return { ours: await this.#site.servers.cpu(), database: (await this.#site.databaseUsage())?.cpu ?? null };
  }
}

/** Returns a request by each member in turn. */
function requestByEach(
  method: LoadRequest['method'],
  crowd: readonly Member[],
  path: (member: Member) => string,
  body?: () => object,
): LoadRequest {
  let turn = 0;
  let member = crowd[0]!;
  return {
    method,
    path: () => {
      member = crowd[(turn += 1) % crowd.length]!;
      return path(member);
    },
    token: () => member.token,
    ...(body && { body }),
  };
}
