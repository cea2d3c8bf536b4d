import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { refresh } from '../../../contract/endpoints.ts';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../context.ts';
import { hasAccounts } from '../../store/people/accounts.ts';
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

/** Endings that no public name has (RFC 6761, 6762, 8375, 9476, ICANN's .internal) or that home routers use. */
const privateEndings = ['localhost', 'local', 'lan', 'home', 'internal', 'home.arpa', 'fritz.box'];

/** Returns whether no stranger can give this name the address of another machine: an address, a name without a dot, or a name of the own network. */
export function isOutOfReach(name: string, machine: string = hostname()): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.')) return true;
  return name.split('.', 1)[0] === machine.toLowerCase().split('.', 1)[0] || privateEndings.some((ending) => name.endsWith(`.${ending}`));
}

interface KnownHostsDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly store: Pick<Store, 'reading' | 'write'>;
  readonly clock: Clock;
}

/**
 * Without PUBLIC_URL the origin check compares with the request's own host, which a page of another site may choose (DNS rebinding). A public
 * name is known once somebody who is signed in came by it. Any other is refused with `unknown_host`, once the server is in use.
 */
export function knowHosts(app: FastifyInstance, { config, store, clock }: KnownHostsDeps): void {
  if (config.publicUrl) return;
  let last: { readonly hosts: Kept | null; readonly at: number } | null = null;
  const warned = new Set<string>();

  const read = async (): Promise<Kept | null> => {
    const text = await readMeta(store.reading, metaName);
    last = { hosts: text === null ? null : kept.parse(JSON.parse(text)), at: clock.now() };
    return last.hosts;
  };
  const known = (): Promise<Kept | null> => {
    const isFresh = last && last.hosts && Math.abs(clock.now() - last.at) < readLife;
    return isFresh ? Promise.resolve(last!.hosts) : read();
  };
  const change = async (make: (before: Kept | null) => Kept): Promise<void> => {
    await store.write([], async (trx) => {
      const text = await readMeta(trx, metaName);
      await writeMeta(trx, metaName, JSON.stringify(make(text === null ? null : kept.parse(JSON.parse(text)))));
    });
    await read();
  };
  const learn = (names: readonly string[], refusesFrom: number): Promise<void> =>
    change((before) => ({
      names: [...new Set([...(before?.names ?? []), ...names])].slice(0, mostNames),
      refusesFrom: before?.refusesFrom ?? refusesFrom,
    }));

  /** The request has nothing to do with it; the next one learns the name. */
  const onFailure = (error: unknown): void => app.log.warn({ err: error }, 'the name of this server could not be noted');

  app.addHook('onReady', async () => {
    const wasInUse = (await known()) === null && (await hasAccounts(store.reading));
    if (wasInUse) await learn([], clock.now() + learningTime).catch(onFailure);
  });

  app.addHook('onRequest', async (request) => {
    const { url, config: route } = request.routeOptions;
    if (request.is404 || !url?.startsWith('/api/')) return;
    const name = request.hostname.toLowerCase();
    const isOut = isOutOfReach(name);
    if (isOut && (!request.caller || last?.hosts)) return;
    const hosts = await known();
    if (isOut ? hosts : hosts?.names.includes(name)) return;
    if (request.caller) {
      if ((hosts?.names.length ?? 0) < mostNames) await learn(isOut ? [] : [name], clock.now()).catch(onFailure);
      return;
    }
    if (route.access !== 'anyone' || url === refresh.path || hosts === null) return;
    const refuses = clock.now() >= hosts.refusesFrom;
    if (!warned.has(name) && warned.size < mostNames) {
      warned.add(name);
      request.log.warn({ host: name, refuses }, 'a request came by a name that nobody who is signed in uses; set PUBLIC_URL if it is yours');
    }
    if (refuses) throw new Refusal('unknown_host');
  });
}
