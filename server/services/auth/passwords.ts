import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../contract/errors.ts';
import { Gate, heavyAtOnce } from '../../gate.ts';

/** OWASP's figures for argon2id (RFC 9106): memory in KiB, passes, lanes. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

/** Passwords that may wait for their turn, about 15 s of work; who comes later does better to come again (seconds). */
const queueLimit = 1_200;
const comeAgain = 10;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const gate = new Gate(heavyAtOnce);

/** At most a few at a time: each takes 19 MiB and a core. Throws `unavailable` where too many wait already. */
async function derive(password: string, salt: Buffer, parameters = cost): Promise<Buffer> {
  if (gate.waiting >= queueLimit) throw new Refusal('unavailable', { retryAfter: comeAgain });
  return gate.run(
    1,
    () =>
      new Promise((resolve, reject) => {
        // NFKC, so that the same password typed on another keyboard is the same bytes (NIST SP 800-63B).
        argon2('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...parameters }, (error, tag) =>
          error ? reject(error) : resolve(tag),
        );
      }),
  );
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Gives `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, the form in which a password is stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

const nobody = { ...cost, salt: Buffer.alloc(16), tag: null };

function parse(stored: string | null) {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored ?? '') ?? [];
  if (!salt || !tag) return nobody;
  const bytes = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: bytes.length };
  return { ...parameters, salt: Buffer.from(salt, 'base64'), tag: bytes };
}

/**
 * Whether `password` belongs to the stored hash. Without a hash (no such account, or one that cannot sign in) it does the same
 * work and says no, so that the time tells nobody who has an account. Throws `unavailable` where too many wait already.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { salt, tag, ...parameters } = parse(stored);
  const derived = await derive(password, salt, parameters);
  return tag !== null && timingSafeEqual(derived, tag);
}
