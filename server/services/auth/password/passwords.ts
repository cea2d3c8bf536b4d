import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Refusal } from '#contract/errors.ts';
import { Semaphore, heavyAtOnce } from '#server/lib/concurrency/semaphore.ts';

/** OWASP's parameters for argon2id (RFC 9106): memory in KiB, passes, lanes. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 };

/** A hash that costs as much to check as any other, and matches no password. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Passwords that may wait for their turn, about 15 s of work; later ones are refused and may retry after these seconds. */
const queueLimit = 1_200;
const retryAfterSeconds = 10;

/** Few at a time: each takes 19 MiB and a core. */
const gate = new Semaphore(heavyAtOnce);

/** Runs networks in turn, so that a crowd at one does not delay another. Throws `unavailable` if the queue is full. */
async function queued<T>(work: () => Promise<T>, network: string): Promise<T> {
  if (gate.isFull(queueLimit, network)) throw new Refusal('unavailable', { retryAfter: retryAfterSeconds });
  return gate.run(1, work, network);
}

/** Applies NFKC, so that the same password typed on another keyboard has the same bytes (NIST SP 800-63B). */
const asTyped = (password: string) => password.normalize('NFKC');

/** Returns `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, the form in which a password is stored. */
export async function hashPassword(password: string, network = ''): Promise<string> {
  return queued(() => hash(asTyped(password), cost), network);
}

function isReadable(stored: string | null): stored is string {
  try {
    parseOptions(stored ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether `password` matches the stored hash. Without a hash (no such account, or one that cannot sign in) it does the same work
 * and returns false, so that the time does not reveal if an account exists. Throws `unavailable` if the queue is full.
 */
export async function verifyPassword(password: string, stored: string | null, network = ''): Promise<boolean> {
  const known = isReadable(stored);
  const fits = await queued(() => verify(known ? stored : dummyHash, asTyped(password)), network);
  return known && fits;
}
