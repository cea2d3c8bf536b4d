import { setTimeout as pause } from 'node:timers/promises';
import type { FeedPage } from '#contract/endpoints/core.ts';
import type { Announcement } from '#contract/resources/announcements.ts';
import { callerOf, type PersonName } from '#tests/fixtures/camp.ts';
import { FeedMirror } from '#tests/fixtures/server/feed-mirror.ts';

/** In ms. */
const retryAfter = 20;

/**
 * A device that never polls: it pulls when its stream has opened, as any device does, and when it is poked. The stream is at one server,
 * the pulls use any.
 */
export class Follower {
  readonly name: PersonName;
  readonly mirror: FeedMirror;
  readonly #stream: () => string;
  readonly #token: string;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** `stream` is the server of its pokes, `origin` the server of its pulls. */
  constructor(name: PersonName, token: string, { stream, origin }: { stream: () => string; origin: () => string }) {
    this.name = name;
    this.#token = token;
    this.#stream = stream;
    this.mirror = mirrorFrom(origin, token);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  readonly shows = (id: string): boolean => {
    return (this.mirror.rows.get(`announcements:${id}`) as Announcement | undefined)?.active === true;
  };

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const { ok, body } = await fetch(`${this.#stream()}/api/sync/events`, { headers: bearer(this.#token), signal });
        if (!ok || !body) throw new Error('no stream');
        await this.#pull();
        let rest = '';
        for await (const piece of body.pipeThrough(new TextDecoderStream())) {
          rest += piece;
          if (rest.includes('event: poke')) {
            rest = '';
            await this.#pull();
          }
        }
      } catch {
        await pause(retryAfter);
      }
    }
  }

  async #pull(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        return void (await this.mirror.pull(callerOf(this.name)));
      } catch {
        await pause(retryAfter);
      }
    }
  }
}

/** Returns the mirror of a new device of this person, loaded from one server. */
export async function loadFrom(origin: string, name: PersonName, token: string): Promise<FeedMirror> {
  const mirror = mirrorFrom(() => origin, token);
  await mirror.pull(callerOf(name));
  return mirror;
}

/** Returns rows that only one of the two has or that differ. */
export function difference(one: FeedMirror, other: FeedMirror): string[] {
  const keys = new Set([...one.rows.keys(), ...other.rows.keys()]);
  const seen = (mirror: FeedMirror, key: string) => JSON.stringify(mirror.rows.get(key) ?? null);
  return [...keys].filter((key) => seen(one, key) !== seen(other, key)).map((key) => `${key}: ${seen(one, key)}, ${seen(other, key)}`);
}

function mirrorFrom(origin: () => string, token: string): FeedMirror {
  return new FeedMirror({
    async readPage(_caller, cursor, piecewise) {
      const query = new URLSearchParams({ ...(cursor !== null && { cursor }), ...(piecewise && { piecewise: '1' }) });
      const answer = await fetch(`${origin()}/api/sync?${query}`, { headers: bearer(token) });
      if (!answer.ok) throw new Error(`sync answered ${answer.status}`);
      return (await answer.json()) as FeedPage;
    },
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
