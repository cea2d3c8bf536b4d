import { createHash, randomBytes } from 'node:crypto';

const count = 10;

/** Crockford's base32: no letter looks like a digit. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 symbols of 5 bits per code. */
const length = 16;

export interface RecoveryCodes {
  /** As displayed, in groups of four. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** Draws ten codes of 80 bits. Nobody guesses those, so a plain hash is stored. */
export function drawRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: count }, () =>
    Array.from(randomBytes(length), (byte) => symbols[byte % symbols.length])
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** Returns the SHA-256 of a typed code. Ignores case and grouping, and reads O as 0, I and L as 1. */
export function hashOfRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(code).digest('base64url');
}
