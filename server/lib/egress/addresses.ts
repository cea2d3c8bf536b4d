import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

/**
 * The addresses to which this server may connect when others choose the URL. `allowLoopback` also allows this machine, http and any port,
 * for tests.
 */
export interface AddressRules {
  readonly allowLoopback: boolean;
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** The URL must not be requested: no https, or outside the public Internet. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const systemResolve = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true });

/** Parses a URL. Throws `AddressRefused` if it is invalid, contains credentials or is not https. */
export function readAddress(text: string, { allowLoopback }: AddressRules): URL {
  const url = URL.parse(text);
  if (!url) throw new AddressRefused('no URL');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('a login in the URL');
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) throw new AddressRefused('not https');
  return url;
}

/**
 * Resolves the host of a URL. Throws `AddressRefused` if any address is not public, because a name with both kinds could lead inside, and
 * the errors of the resolver.
 */
export async function addressesOf(url: URL, { allowLoopback, resolve = systemResolve }: AddressRules): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const allowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  if (addresses.length === 0 || !addresses.every(({ address }) => allowed(address))) throw new AddressRefused('not a public address');
  return addresses;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns a lookup that always yields the checked addresses, so that DNS rebinding has no effect. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses as [LookupAddress];
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
