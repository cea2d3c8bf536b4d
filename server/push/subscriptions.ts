import { ECDH } from 'node:crypto';
import * as z from 'zod';
import { Refusal } from '#contract/errors.ts';
import { type Caller, limitFor } from '../lib/caller.ts';
import type { Clock } from '../lib/clock.ts';
import type { Language } from '#contract/languages.ts';
import { deleteSubscription, devicesPerPerson, saveSubscription } from '../store/push/push-subscriptions.ts';
import { writeAs } from '../services/auth/write-as.ts';
import type { Store, WriteHandle } from '../store/store.ts';
import { addressesOf, AddressRefused, type AddressRules } from '../lib/egress/addresses.ts';
import { rejectOnAbort } from '../lib/egress/reject-on-abort.ts';
import { readEndpoint } from './endpoint.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Base64 of either alphabet; characters that decoders ignore are not allowed. */
const base64 = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w+/-]*=*$/);

/** An uncompressed point of P-256, as browsers send it (RFC 8291). */
const p256dh = base64(100).refine((text) => isPoint(bytes(text)), 'no key');
const auth = base64(40).refine((text) => bytes(text).length === 16, 'no secret');

/** A URL as browsers serialise it, in ASCII; its bytes are bounded because PostgreSQL indexes it. */
const endpoint = z
  .string()
  .max(2_000)
  .regex(/^[!-~]*$/);

const subscriptionSchema = z.object({ endpoint, keys: z.object({ p256dh, auth }) });

/** How long (ms) the resolution of a name may take. */
const nameTimeout = 5_000;

/** Codes of resolvers for a name that does not exist; other failures are temporary. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

export class Subscriptions {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #rules: AddressRules;

  constructor({ store, clock, rules }: { store: Store; clock: Clock; rules: AddressRules }) {
    this.#store = store;
    this.#clock = clock;
    this.#rules = rules;
  }

  /**
   * Registers the caller's device until its session ends; repeating it changes nothing. Throws `invalid` for a malformed subscription or a
   * host outside the public Internet, `unavailable` if the name cannot be resolved now.
   */
  async register(caller: Caller, text: string, language: Language): Promise<void> {
    const { userId, sessionId } = caller;
    const { endpoint, keys } = parse(text);
    await this.#check(endpoint);
    const most = limitFor(caller, devicesPerPerson);
    const subscription = { endpoint, userId, sessionId, ...keys, language };
    await this.#write(caller, (trx) => saveSubscription(trx, subscription, this.#clock.now(), most));
  }

  /** Deletes a device of the caller; ignores a missing one. */
  async forget(caller: Caller, endpoint: string): Promise<void> {
    await this.#write(caller, (trx) => deleteSubscription(trx, { endpoint, userId: caller.userId }));
  }

  #write(caller: Caller, work: (trx: WriteHandle) => Promise<void>): Promise<void> {
    return writeAs({ store: this.#store, clock: this.#clock }, caller, [], work);
  }

  async #check(endpoint: string): Promise<void> {
    try {
      await rejectOnAbort(addressesOf(readEndpoint(endpoint, this.#rules), this.#rules), AbortSignal.timeout(nameTimeout));
    } catch (error) {
      if (error instanceof AddressRefused || noSuchName.has((error as NodeJS.ErrnoException).code ?? '')) throw invalid('endpoint');
      throw new Refusal('unavailable', { retryAfter: 60 });
    }
  }
}

function parse(text: string): z.infer<typeof subscriptionSchema> {
  const parsed = subscriptionSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? '');
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(field: string): Refusal {
  return new Refusal('invalid', {
    issues: [{ path: field === '' ? 'subscription' : `subscription.${field}`, message: 'no push subscription' }],
  });
}

function isPoint(key: Buffer): boolean {
  try {
    return key.length === 65 && (ECDH.convertKey(key, 'prime256v1') as Buffer).length === 65;
  } catch {
    return false;
  }
}
