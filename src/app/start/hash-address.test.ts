import { expect, test } from 'vitest';
import { hashAddressOf } from './hash-address.ts';

test.each([
  ['/verify-email?token=abc', '/#/verify-email?token=abc'],
  ['/reset-password?token=abc', '/#/reset-password?token=abc'],
  ['/?token=abc#/verify-email', '/#/verify-email?token=abc'],
  ['/#/verify-email?token=abc', null],
  ['/', null],
  ['/?source=home-screen', null],
  ['/#code=abc', null],
  ['/?source=home-screen#/chat', null],
])('the address %s becomes %s', (given, address) => {
  expect(hashAddressOf(new URL(given, 'https://camp.example'))).toBe(address);
});
