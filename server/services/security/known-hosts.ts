import { isIP } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { hasAccounts } from '#server/store/accounts/accounts.ts';
import { readMeta, type Store, writeMeta } from '#server/store/store.ts';

/** How long (ms) a server that was in use before names were stored accepts every name, until its people have used theirs. */
const learningTime = 7 * times.day;

/** How long (ms) this process uses its cached names; another process may have added one. */
const readLife = 10 * times.second;

/** The oldest names stay: an attacker with invented names does not displace them. */
const mostHosts = 20;
const metaName = 'known_hosts';

/** `refusesFrom` is in ms since the epoch. */
const storedHosts = z.object({ names: z.array(z.string()), refusesFrom: z.number() });
type StoredHosts = z.infer<typeof storedHosts>;

const parseStored = (text: string | null): StoredHosts | null => (text === null ? null : storedHosts.parse(JSON.parse(text)));

/** Endings that no public name has (RFC 6761, 6762, 8375, ICANN's .internal) or that home routers use. */
const privateEndings = ['localhost', 'local', 'lan', 'home', 'internal', 'home.arpa', 'fritz.box'];

/** Returns whether no stranger can point this name at another machine: an address, a name without a dot, or a local name. */
export function isOutOfReach(name: string, machine: string = hostname()): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.')) return true;
  return name.split('.', 1)[0] === machine.toLowerCase().split('.', 1)[0] || privateEndings.some((ending) => name.endsWith(`.${ending}`));
}

interface KnownHostsDeps {
  readonly store: Pick<Store, 'reading' | 'write'>;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
}

/** The public names of this server, which signed-in users have used (decision 100). */
export class KnownHosts {
  readonly #deps: KnownHostsDeps;
  readonly #warned = new Set<string>();
  #last: { readonly hosts: StoredHosts | null; readonly at: number } | null = null;

  constructor(deps: KnownHostsDeps) {
    this.#deps = deps;
  }

  /** Starts the learning time if the database has accounts and no names. */
  async start(): Promise<void> {
    const { store, clock } = this.#deps;
    if ((await this.#known()) === null && (await hasAccounts(store.reading))) await this.#learn(null, clock.now() + learningTime);
  }

  async use(name: string): Promise<void> {
    const isOut = isOutOfReach(name);
    if (isOut && this.#last?.hosts) return;
    const known = await this.#known();
    const hasRoom = (known?.names.length ?? 0) < mostHosts;
    if (known && (isOut || known.names.includes(name) || !hasRoom)) return;
    await this.#learn(isOut ? null : name, this.#deps.clock.now());
  }

  /** Returns whether a request without a session may use this name; warns the operator of unknown names. */
  async accepts(name: string): Promise<boolean> {
    if (isOutOfReach(name)) return true;
    const known = await this.#known();
    if (known === null || known.names.includes(name)) return true;
    const refuses = this.#deps.clock.now() >= known.refusesFrom;
    if (!this.#warned.has(name) && this.#warned.size < mostHosts) {
      this.#warned.add(name);
      this.#deps.log.warn(
        { host: name, refuses },
        'a request came by a name that nobody who is signed in uses; set PUBLIC_URL if it is yours',
      );
    }
    return !refuses;
  }

  async #known(): Promise<StoredHosts | null> {
    const { store, clock } = this.#deps;
    const isFresh = this.#last?.hosts && Math.abs(clock.now() - this.#last.at) < readLife;
    if (!isFresh) this.#last = { hosts: parseStored(await readMeta(store.reading, metaName)), at: clock.now() };
    return this.#last?.hosts ?? null;
  }

  /** A failure is only logged, because the next request stores the name. */
  async #learn(name: string | null, refusesFrom: number): Promise<void> {
    const { store, clock, log } = this.#deps;
    try {
      await store.write([], async (trx) => {
        const before = parseStored(await readMeta(trx, metaName));
        const names = [...new Set([...(before?.names ?? []), ...(name === null ? [] : [name])])].slice(0, mostHosts);
        const after = { names, refusesFrom: before?.refusesFrom ?? refusesFrom };
        await writeMeta(trx, metaName, JSON.stringify(after));
        this.#last = { hosts: after, at: clock.now() };
      });
    } catch (error) {
      log.warn({ err: error }, 'the name of this server could not be noted');
    }
  }
}
