import { isIP } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../lib/clock.ts';
import { hasAccounts } from '../../store/accounts/accounts.ts';
import { readMeta, type Store, writeMeta } from '../../store/store.ts';

/** How long (ms) a server that was in use before it remembered names lets in every name: its people come by theirs meanwhile. */
const learningTime = 7 * times.day;

/** How long (ms) this process goes by what it read; another one may have learned a name. */
const readLife = 10 * times.second;

/** The first ones stay: somebody who makes names up does not push out those of others. */
const mostNames = 20;
const metaName = 'known_hosts';

/** `refusesFrom` is in ms since the epoch. */
const kept = z.object({ names: z.array(z.string()), refusesFrom: z.number() });
type Kept = z.infer<typeof kept>;

const keptIn = (text: string | null): Kept | null => (text === null ? null : kept.parse(JSON.parse(text)));

/** Endings that no public name has (RFC 6761, 6762, 8375, ICANN's .internal) or that home routers use. */
const privateEndings = ['localhost', 'local', 'lan', 'home', 'internal', 'home.arpa', 'fritz.box'];

/** Returns whether no stranger can give this name the address of another machine: an address, a name without a dot, or a name of the own network. */
export function isOutOfReach(name: string, machine: string = hostname()): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.')) return true;
  return name.split('.', 1)[0] === machine.toLowerCase().split('.', 1)[0] || privateEndings.some((ending) => name.endsWith(`.${ending}`));
}

interface KnownNamesDeps {
  readonly store: Pick<Store, 'reading' | 'write'>;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
}

/** The public names of this server: those by which somebody came who was signed in. */
export class KnownNames {
  readonly #deps: KnownNamesDeps;
  readonly #warned = new Set<string>();
  #last: { readonly kept: Kept | null; readonly at: number } | null = null;

  constructor(deps: KnownNamesDeps) {
    this.#deps = deps;
  }

  /** Gives the people of a database that has accounts and no names yet the time to come by theirs. */
  async start(): Promise<void> {
    const { store, clock } = this.#deps;
    if ((await this.#known()) === null && (await hasAccounts(store.reading))) await this.#learn(null, clock.now() + learningTime);
  }

  /** Learns the name of a request with a session. */
  async use(name: string): Promise<void> {
    const isOut = isOutOfReach(name);
    if (isOut && this.#last?.kept) return;
    const known = await this.#known();
    const hasRoom = (known?.names.length ?? 0) < mostNames;
    if (known && (isOut || known.names.includes(name) || !hasRoom)) return;
    await this.#learn(isOut ? null : name, this.#deps.clock.now());
  }

  /** Returns whether a request without a session may come by this name; the operator is warned of one that nobody uses. */
  async accepts(name: string): Promise<boolean> {
    if (isOutOfReach(name)) return true;
    const known = await this.#known();
    if (known === null || known.names.includes(name)) return true;
    const refuses = this.#deps.clock.now() >= known.refusesFrom;
    if (!this.#warned.has(name) && this.#warned.size < mostNames) {
      this.#warned.add(name);
      this.#deps.log.warn(
        { host: name, refuses },
        'a request came by a name that nobody who is signed in uses; set PUBLIC_URL if it is yours',
      );
    }
    return !refuses;
  }

  async #known(): Promise<Kept | null> {
    const { store, clock } = this.#deps;
    const isFresh = this.#last?.kept && Math.abs(clock.now() - this.#last.at) < readLife;
    if (!isFresh) this.#last = { kept: keptIn(await readMeta(store.reading, metaName)), at: clock.now() };
    return this.#last?.kept ?? null;
  }

  /** A request or a start does not fail if that cannot be stored; the next one learns the name. */
  async #learn(name: string | null, refusesFrom: number): Promise<void> {
    const { store, clock, log } = this.#deps;
    try {
      await store.write([], async (trx) => {
        const before = keptIn(await readMeta(trx, metaName));
        const names = [...new Set([...(before?.names ?? []), ...(name === null ? [] : [name])])].slice(0, mostNames);
        const after = { names, refusesFrom: before?.refusesFrom ?? refusesFrom };
        await writeMeta(trx, metaName, JSON.stringify(after));
        this.#last = { kept: after, at: clock.now() };
      });
    } catch (error) {
      log.warn({ err: error }, 'the name of this server could not be noted');
    }
  }
}
