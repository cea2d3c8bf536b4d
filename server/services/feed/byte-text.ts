/** Encodes numbers and texts as base64url: a number takes one byte for every seven bits (LEB128). */
export class ByteWriter {
  readonly #bytes: number[] = [];

  /** Appends an integer from 0 to `Number.MAX_SAFE_INTEGER`. */
  count(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }

  difference(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.count(bytes.length);
    this.#bytes.push(...bytes);
  }

  toString(): string {
    return Buffer.from(this.#bytes).toString('base64url');
  }
}

/** Reads the parts that a `ByteWriter` wrote, in the same order. Each method throws a `RangeError` if the text has no such part. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(text: string) {
    this.#bytes = Buffer.from(text, 'base64url');
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('the text ends too early');
      this.#at += 1;
      value += (byte % 128) * factor;
      if (!Number.isSafeInteger(value)) throw new RangeError('the number is too large');
      if (byte < 128) return value;
    }
  }

  difference(): number {
    const value = this.count();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  text(): string {
    const length = this.count();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('the text ends too early');
    const value = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return value;
  }

  /** Returns `value` if all bytes were read. */
  ended<T>(value: T): T {
    if (this.#at !== this.#bytes.length) throw new RangeError('the text is too long');
    return value;
  }
}
