import { createHash, randomBytes } from 'node:crypto';

const count = 10;

/** Crockford's base32: no letter in it is taken for a digit. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Of one code: 16 symbols of 5 bits. */
const length = 16;

export interface RecoveryCodes {
  /** As they are shown, in groups of four. */
  readonly codes: readonly string[];
  /** As they are stored. */
  readonly hashes: readonly string[];
}

/** Draws ten codes of 80 bits each, which nobody guesses: so a plain hash keeps them. */
export function drawRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: count }, () =>
    Array.from(randomBytes(length), (byte) => symbols[byte % symbols.length])
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** SHA-256 of a code as somebody types it: in whatever case, grouped in whatever way, with O for 0, and I or L for 1. */
export function hashOfRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(code).digest('base64url');
}
