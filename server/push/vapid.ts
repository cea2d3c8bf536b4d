import { join } from 'node:path';
import webPush from 'web-push';
import { type Config, StartError } from '../config.ts';
import { readOrMake } from '../own-file.ts';

/** How this server proves who it is to push services (RFC 8292); keys in base64url, `subject` is a mailto: or https: URL. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

const file = 'vapid';

/** Nobody reads it, and unlike a made-up address on localhost every push service takes it. */
const nobody = 'mailto:nobody@example.com';

/**
 * Reads the keys from `dataDir/vapid`; the first start makes them. Other keys cut off every device that subscribed with these.
 * Throws a `StartError`.
 */
export function loadVapid({ dataDir, pushContact, publicUrl }: Pick<Config, 'dataDir' | 'pushContact' | 'publicUrl'>): Vapid {
  const text = readOrMake(dataDir, file, () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    return `${publicKey}.${privateKey}`;
  });
  const [, publicKey, privateKey] = /^([\w-]{87})\.([\w-]{43})$/.exec(text) ?? [];
  if (!publicKey || !privateKey) {
    throw new StartError(`${join(dataDir, file)} is damaged – remove it to make new keys; everybody has to turn notifications on again`);
  }
  const site = publicUrl?.protocol === 'https:' ? publicUrl.origin : nobody;
  return { publicKey, privateKey, subject: pushContact ?? site };
}
