import { type ErrorBody, Refusal } from '../../../contract/errors.ts';
import type { BaseRow } from '../../../contract/resource.ts';
import { insertReceipts, readReceipts, type Receipt, receiptName } from '../../store/feed/receipts.ts';
import type { Reading, Writing } from '../../store/store.ts';
import type { Answer, Call, Done } from './call.ts';

/** What of a call its receipt goes by. */
export type Asked = Pick<Call, 'caller' | 'key' | 'hash'>;

/** Statuses after which a device comes again with the same call by itself, beside those of a fault of ours. */
const passing = new Set([401, 409, 424, 429]);

/**
 * Whether the same call gets this answer for good. What may be told otherwise a minute later is none of them, nor is what is said about
 * another call's key.
 */
export function isFinal(answer: Answer): boolean {
  if (!(answer instanceof Refusal)) return true;
  return answer.status < 500 && !passing.has(answer.status) && answer.code !== 'key_reused';
}

/** The receipts of one transaction: those that were there, and those that it adds. */
export class Receipts {
  readonly #known: Map<string, Receipt>;
  readonly #added: Receipt[] = [];
  readonly #now: number;

  private constructor(known: Map<string, Receipt>, now: number) {
    this.#known = known;
    this.#now = now;
  }

  static async load(db: Reading, calls: readonly Asked[], now: number): Promise<Receipts> {
    return new Receipts(await readReceipts(db, calls.flatMap(commandOf)), now);
  }

  /** The answer that this call got before, `key_reused` where its key was another call's, or null for a new one. */
  answerTo(call: Asked): Answer | null {
    const [command] = commandOf(call);
    const receipt = command && this.#known.get(receiptName(command));
    if (!receipt) return null;
    return receipt.hash === call.hash ? answerOf(receipt) : new Refusal('key_reused');
  }

  remember(call: Asked, answer: Answer): void {
    const [command] = commandOf(call);
    if (!command || !isFinal(answer)) return;
    const receipt = { ...command, hash: call.hash, status: answer.status, body: bodyOf(answer), createdAt: this.#now };
    this.#known.set(receiptName(command), receipt);
    this.#added.push(receipt);
  }

  async save(trx: Writing): Promise<void> {
    await insertReceipts(trx, this.#added);
  }
}

function commandOf({ caller, key }: Asked): { userId: number; key: string }[] {
  return key === null ? [] : [{ userId: caller.userId, key }];
}

/** The sentence of an error is made at the edge, in the reader's language; the receipt keeps the code. */
function bodyOf(answer: Answer): string | null {
  if (answer instanceof Refusal) return JSON.stringify({ error: answer.code, ...answer.details });
  return answer.row && JSON.stringify(answer.row);
}

function answerOf({ status, body }: Receipt): Answer {
  const parsed = body === null ? null : (JSON.parse(body) as unknown);
  if (status < 400) return { status: status as Done['status'], row: parsed as BaseRow | null };
  const { error, ...details } = parsed as ErrorBody;
  return new Refusal(error, details);
}
