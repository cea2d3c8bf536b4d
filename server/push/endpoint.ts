import { AddressRefused, type AddressRules, readAddress } from '../lib/egress/addresses.ts';

/** Reads an endpoint (RFC 8030). Throws `AddressRefused` for what no push service hands out: not https, another port, a login in it. */
export function readEndpoint(text: string, rules: AddressRules): URL {
  const url = readAddress(text, rules);
  if (url.port !== '' && !rules.allowLoopback) throw new AddressRefused('another port');
  return url;
}
