import { ECDH } from 'node:crypto';
import * as z from 'zod';
import { Refusal } from '../../contract/errors.ts';
import { type Caller, mostFor } from '../lib/caller.ts';
import type { Clock } from '../lib/clock.ts';
import type { Language } from '../../contract/languages.ts';
import { deleteSubscription, devicesPerPerson, saveSubscription } from '../store/push/push-subscriptions.ts';
import { writeAs } from '../services/auth/write-as.ts';
import type { Store, Writing } from '../store/store.ts';
import { addressesOf, AddressRefused, type AddressRules } from '../lib/egress/addresses.ts';
import { orAbort } from '../lib/egress/or-abort.ts';
import { readEndpoint } from './endpoint.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Base64 of either kind, and nothing that is passed over where it is read. */
const base64 = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w+/-]*=*$/);

/** A point of P-256, uncompressed, as browsers give it (RFC 8291). */
const p256dh = base64(100).refine((text) => isPoint(bytes(text)), 'no key');
const auth = base64(40).refine((text) => bytes(text).length === 16, 'no secret');

/** An address as browsers write it: all else is escaped in it, and what PostgreSQL has in an index is bounded in bytes. */
const endpoint = z
  .string()
  .max(2_000)
  .regex(/^[!-~]*$/);

/** What `JSON.stringify` makes of a browser's push subscription. */
const subscriptionSchema = z.object({ endpoint, keys: z.object({ p256dh, auth }) });

/** As long as a name may take to be looked up (ms). */
const nameTimeout = 5_000;

/** Resolvers say so when there is no such name; everything else passes. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

/** The devices that people want to be told on. */
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
   * Registers the caller's device until its session ends; the same again changes nothing. Throws `invalid` for what no browser gives or
   * whose service is not on the public Internet, `unavailable` where that cannot be found out now.
   */
  async register(caller: Caller, text: string, language: Language): Promise<void> {
    const { userId, sessionId } = caller;
    const { endpoint, keys } = parse(text);
    await this.#check(endpoint);
    const most = mostFor(caller, devicesPerPerson);
    const subscription = { endpoint, userId, sessionId, ...keys, language };
    await this.#write(caller, (trx) => saveSubscription(trx, subscription, this.#clock.now(), most));
  }

  /** Forgets a device of the caller's; one that is not there is forgotten already. */
  async forget(caller: Caller, endpoint: string): Promise<void> {
    await this.#write(caller, (trx) => deleteSubscription(trx, { endpoint, userId: caller.userId }));
  }

  #write(caller: Caller, work: (trx: Writing) => Promise<void>): Promise<void> {
    return writeAs({ store: this.#store, clock: this.#clock }, caller, [], work);
  }

  async #check(endpoint: string): Promise<void> {
    try {
      await orAbort(addressesOf(readEndpoint(endpoint, this.#rules), this.#rules), AbortSignal.timeout(nameTimeout));
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
