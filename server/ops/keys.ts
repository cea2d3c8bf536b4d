import { hash } from 'node:crypto';
import { type Config, StartError } from '../config.ts';
import { loadVapid, makeVapidKeys, type Vapid, vapidIn } from './vapid.ts';
import { loadSecret, makeSecret, type Secret, secretIn } from '../services/auth/secret.ts';
import { readOrCreate, type Store } from '../store/store.ts';

export interface Keys {
  readonly secret: Secret;
  readonly vapid: Vapid;
}

type KeySettings = Pick<Config, 'keys' | 'database' | 'dataDir' | 'pushContact' | 'publicUrl'>;

/**
 * Returns the keys from the environment, from the shared database or from the data directory; the first start creates them. Throws a
 * `StartError` for a damaged key, and database errors.
 */
export async function loadKeys(config: KeySettings, store: Store): Promise<Keys> {
  const { keys, database, dataDir } = config;
  const shared = (name: string, given: string | null, make: () => string): Promise<string> | string | null =>
    given ?? (database && readOrCreate(store, name, make));
  const placeOf = (name: string): string => `The row ${name} of the table meta`;
  const secret = await shared('secret', keys.secret, makeSecret);
  const vapid = await shared('vapid', keys.vapid, makeVapidKeys);
  return {
    secret: secret === null ? loadSecret(dataDir) : secretIn(secret, placeOf('secret')),
    vapid: vapid === null ? loadVapid(config) : vapidIn(vapid, placeOf('vapid'), config),
  };
}

/**
 * Ensures that all servers on a database use the same keys; otherwise one would reject tokens of another. Throws a `StartError` if they
 * differ, and database errors.
 */
export async function claimKeys({ secret, vapid }: Keys, store: Store): Promise<void> {
  const word = hash('sha256', `${secret('refresh').toString('hex')} ${vapid.publicKey}`);
  if (await store.agree(word)) return;
  throw new StartError(
    'Another server runs on this database with other keys – give all the same SERVER_SECRET and VAPID_KEYS, or stop the others',
  );
}
