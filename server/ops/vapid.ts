import { join } from 'node:path';
import webPush from 'web-push';
import { type Config, StartError } from '../config.ts';
import { readOrCreateFile } from '../lib/files/data-dir.ts';

/** The identity of this server for push services (RFC 8292); keys in base64url, `subject` is a mailto: or https: URL. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** Reaches nobody, and unlike an address on localhost every push service accepts it. */
const noContact = 'mailto:nobody@example.com';

type Site = Pick<Config, 'pushContact' | 'publicUrl'>;

/** Creates new keys. Replacing existing ones cuts off every subscribed device. */
export function makeVapidKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `${publicKey}.${privateKey}`;
}

/** Parses public and private key, separated by a dot. Throws a `StartError` that names `place`. */
export function vapidIn(text: string, place: string, { pushContact, publicUrl }: Site): Vapid {
  const [, publicKey, privateKey] = /^([\w-]{87})\.([\w-]{43})$/.exec(text) ?? [];
  if (!publicKey || !privateKey)
    throw new StartError(`${place} is damaged – remove it to make new keys; everybody has to turn notifications on again`);
  const site = publicUrl?.protocol === 'https:' ? publicUrl.origin : noContact;
  return { publicKey, privateKey, subject: pushContact ?? site };
}

/** Reads the keys from `dataDir/vapid`; the first start creates them, readable by the owner only. Throws a `StartError`. */
export const loadVapid = (config: Site & Pick<Config, 'dataDir'>): Vapid =>
  vapidIn(readOrCreateFile(config.dataDir, 'vapid', makeVapidKeys), join(config.dataDir, 'vapid'), config);
