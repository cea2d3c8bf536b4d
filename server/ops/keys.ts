import { hash } from 'node:crypto';
import { type Config, StartError } from '../config.ts';
import { loadVapid, makeVapidKeys, type Vapid, vapidIn } from './vapid.ts';
import { loadSecret, makeSecret, type Secret, secretIn } from '../services/auth/secret.ts';
import { keptOrMade, type Store } from '../store/store.ts';

/** What the server proves with who it is, and who others are. */
export interface Keys {
  readonly secret: Secret;
  readonly vapid: Vapid;
}

type KeySettings = Pick<Config, 'keys' | 'database' | 'dataDir' | 'pushContact' | 'publicUrl'>;

/**
 * The keys as the environment gives them, else as they are kept: in the database that several processes share, so that all have the same, or in
 * the data directory. The first start makes them. Throws a `StartError` for one that is damaged, and what the database throws.
 */
export async function loadKeys(config: KeySettings, store: Store): Promise<Keys> {
  const { keys, database, dataDir } = config;
  const shared = (name: string, given: string | null, make: () => string): Promise<string> | string | null =>
    given ?? (database && keptOrMade(store, name, make));
  const placeOf = (name: string): string => `The row ${name} of the table meta`;
  const secret = await shared('secret', keys.secret, makeSecret);
  const vapid = await shared('vapid', keys.vapid, makeVapidKeys);
  return {
    secret: secret === null ? loadSecret(dataDir) : secretIn(secret, placeOf('secret')),
    vapid: vapid === null ? loadVapid(config) : vapidIn(vapid, placeOf('vapid'), config),
  };
}

/**
 * All servers on a database sign with the same keys: what one gives out the others would refuse, and sign its people out. Throws a `StartError`
 * where another one runs with others, and what the database throws.
 */
export async function claimKeys({ secret, vapid }: Keys, store: Store): Promise<void> {
  const word = hash('sha256', `${secret('refresh').toString('hex')} ${vapid.publicKey}`);
  if (await store.agree(word)) return;
  throw new StartError(
    'Another server runs on this database with other keys – give all the same SERVER_SECRET and VAPID_KEYS, or stop the others',
  );
}
