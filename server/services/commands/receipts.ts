import type { ErrorBody } from '#contract/error-body.ts';
import { Refusal } from '#contract/errors.ts';
import type { BaseRow } from '#contract/resource.ts';
import { insertReceipts, readReceipts, type Receipt, receiptName } from '#server/store/feed/receipts.ts';
import type { ReadHandle, WriteHandle } from '#server/store/store.ts';
import type { Answer, Call, Success } from './call.ts';

/** The fields that identify a receipt. */
export type ReceiptRequest = Pick<Call, 'caller' | 'key' | 'hash'>;

/** Statuses after which a device repeats the call by itself, in addition to 5xx. */
const passing = new Set([401, 409, 424, 429]);

/** Returns whether a repeated call gets this answer forever. An answer about the key of another call is not final. */
export function isFinal(answer: Answer): boolean {
  if (!(answer instanceof Refusal)) return true;
  return answer.status < 500 && !passing.has(answer.status) && answer.code !== 'key_reused';
}

/** The stored receipts for the calls of one transaction, and those that it adds. */
export class Receipts {
  readonly #known: Map<string, Receipt>;
  readonly #added: Receipt[] = [];
  readonly #now: number;

  private constructor(known: Map<string, Receipt>, now: number) {
    this.#known = known;
    this.#now = now;
  }

  static async load(db: ReadHandle, calls: readonly ReceiptRequest[], now: number): Promise<Receipts> {
    return new Receipts(await readReceipts(db, calls.flatMap(commandOf)), now);
  }

  /** Returns the earlier answer to this call, `key_reused` if its key belongs to another call, or null for a new one. */
  answerTo(call: ReceiptRequest): Answer | null {
    const [command] = commandOf(call);
    const receipt = command && this.#known.get(receiptName(command));
    if (!receipt) return null;
    return receipt.hash === call.hash ? answerOf(receipt) : new Refusal('key_reused');
  }

  remember(call: ReceiptRequest, answer: Answer): void {
    const [command] = commandOf(call);
    if (!command || !isFinal(answer)) return;
    const receipt = { ...command, hash: call.hash, status: answer.status, body: bodyOf(answer), createdAt: this.#now };
    this.#known.set(receiptName(command), receipt);
    this.#added.push(receipt);
  }

  async save(trx: WriteHandle): Promise<void> {
    await insertReceipts(trx, this.#added);
  }
}

function commandOf({ caller, key }: ReceiptRequest): { userId: number; key: string }[] {
  return key === null ? [] : [{ userId: caller.userId, key }];
}

/** Returns the error code, not the message: messages are made when the answer is sent, in the reader's language. */
function bodyOf(answer: Answer): string | null {
  if (answer instanceof Refusal) return JSON.stringify({ error: answer.code, ...answer.details });
  return answer.row && JSON.stringify(answer.row);
}

function answerOf({ status, body }: Receipt): Answer {
  const parsed = body === null ? null : (JSON.parse(body) as unknown);
  if (status < 400) return { status: status as Success['status'], row: parsed as BaseRow | null };
  const { error, ...details } = parsed as ErrorBody;
  return new Refusal(error, details);
}
