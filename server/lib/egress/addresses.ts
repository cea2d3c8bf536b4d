import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

/** Where this server may connect to when others name the place. `allowLoopback` also lets this machine pass, and http and any port; for tests. */
export interface AddressRules {
  readonly allowLoopback: boolean;
  /** All addresses of a host name; the system's resolver where none is given. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A URL that must not be called: not on https, or not on the public Internet. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const systemResolve = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true });

/** Throws `AddressRefused` for what is no URL, has a login in it, or is not on https. */
export function readAddress(text: string, { allowLoopback }: AddressRules): URL {
  const url = URL.parse(text);
  if (!url) throw new AddressRefused('no URL');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('a login in the URL');
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) throw new AddressRefused('not https');
  return url;
}

/**
 * The addresses that may be connected to for this URL, resolved now. Throws `AddressRefused` when one of them is not public (a name that leads
 * both ways is as good as one that leads inside), and what the resolver throws.
 */
export async function addressesOf(url: URL, { allowLoopback, resolve = systemResolve }: AddressRules): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const allowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  if (addresses.length === 0 || !addresses.every(({ address }) => allowed(address))) throw new AddressRefused('not a public address');
  return addresses;
}

/** The host without the brackets that an IPv6 address has in a URL. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Connects to the addresses that were checked, whatever the name leads to by now. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses as [LookupAddress];
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
