import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

/** Where a push service may be. `allowLoopback` also lets this machine pass, and http and any port; for tests. */
export interface EndpointRules {
  readonly allowLoopback: boolean;
  /** All addresses of a host name; the system's resolver where none is given. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** An endpoint that must not be called: not on https, or not on the public Internet. */
export class EndpointRefused extends Error {
  override readonly name = 'EndpointRefused';
}

const systemResolve = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true });

/** Reads an endpoint (RFC 8030). Throws `EndpointRefused` for what no push service hands out: not https, another port, a login in it. */
export function readEndpoint(text: string, { allowLoopback }: EndpointRules): URL {
  const url = URL.parse(text);
  if (!url) throw new EndpointRefused('no URL');
  if (url.username !== '' || url.password !== '') throw new EndpointRefused('a login in the URL');
  if (allowLoopback && url.protocol === 'http:') return url;
  if (url.protocol !== 'https:') throw new EndpointRefused('not https');
  if (url.port !== '' && !allowLoopback) throw new EndpointRefused('another port');
  return url;
}

/**
 * The addresses that may be connected to for this endpoint, resolved now. Throws `EndpointRefused` when one of them is not public (a name
 * that leads both ways is as good as one that leads inside), and what the resolver throws.
 */
export async function addressesOf(url: URL, { allowLoopback, resolve = systemResolve }: EndpointRules): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const allowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  if (addresses.length === 0 || !addresses.every(({ address }) => allowed(address))) throw new EndpointRefused('not a public address');
  return addresses;
}

/** The host without the brackets that an IPv6 address has in a URL. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
