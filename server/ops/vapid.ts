import { join } from 'node:path';
import webPush from 'web-push';
import { type Config, StartError } from '../config.ts';
import { readOrMake } from '../lib/data-dir.ts';

/** How this server proves who it is to push services (RFC 8292); keys in base64url, `subject` is a mailto: or https: URL. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** Nobody reads it, and unlike a made-up address on localhost every push service takes it. */
const nobody = 'mailto:nobody@example.com';

type Site = Pick<Config, 'pushContact' | 'publicUrl'>;

/** Other keys than before cut off every device that subscribed with those. */
export function makeVapidKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `${publicKey}.${privateKey}`;
}

/** The keys that a text is, public and private with a dot in between. Throws a `StartError` that names `place`, where it lies. */
export function vapidIn(text: string, place: string, { pushContact, publicUrl }: Site): Vapid {
  const [, publicKey, privateKey] = /^([\w-]{87})\.([\w-]{43})$/.exec(text) ?? [];
  if (!publicKey || !privateKey)
    throw new StartError(`${place} is damaged – remove it to make new keys; everybody has to turn notifications on again`);
  const site = publicUrl?.protocol === 'https:' ? publicUrl.origin : nobody;
  return { publicKey, privateKey, subject: pushContact ?? site };
}

/** Reads the keys from `dataDir/vapid`; the first start makes them, readable by the owner only. Throws a `StartError`. */
export const loadVapid = (config: Site & Pick<Config, 'dataDir'>): Vapid =>
  vapidIn(readOrMake(config.dataDir, 'vapid', makeVapidKeys), join(config.dataDir, 'vapid'), config);
