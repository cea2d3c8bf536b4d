import { expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '142.250.74.10',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '223.255.255.254',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, metadata', '169.254.169.254'],
  ['protocol assignments', '192.0.0.170'],
  ['documentation', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.19.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped IPv4', '::ffff:8.8.8.8'],
  ['mapped loopback', '::ffff:7f00:1'],
  ['compatible IPv4', '::8.8.8.8'],
  ['NAT64', '64:ff9b::808:808'],
  ['local NAT64', '64:ff9b:1::1'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of a private one', '2002:a00:1::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local, metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address', '1.1.1'],
  ['a name', 'localhost'],
  ['nothing', ''],
])('a %s address is not public: %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false));

test('isLoopbackAddress recognises loopback addresses, also mapped ones', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true]);
  expect(['128.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, true, false]);
});
