import { AddressRefused, type AddressRules, readAddress } from '../lib/egress/addresses.ts';

/** Parses an endpoint (RFC 8030). Throws `AddressRefused` if no push service would issue it: no https, another port, or credentials. */
export function readEndpoint(text: string, rules: AddressRules): URL {
  const url = readAddress(text, rules);
  if (url.port !== '' && !rules.allowLoopback) throw new AddressRefused('another port');
  return url;
}
