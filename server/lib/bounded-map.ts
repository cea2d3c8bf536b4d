interface Held<Value> {
  readonly value: Value;
  weight: number;
}

/** A map that holds a number of values, and of bytes: the value that was set first, or longest ago again, makes room. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #held = new Map<Key, Held<Value>>();
  #bytes = 0;

  constructor(most: number, mostBytes = Infinity) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get(key: Key): Value | undefined {
    return this.#held.get(key)?.value;
  }

  has(key: Key): boolean {
    return this.#held.has(key);
  }

  /** The value that was set first in front. Values may be deleted meanwhile. */
  *[Symbol.iterator](): Generator<[Key, Value]> {
    for (const [key, { value }] of this.#held) yield [key, value];
  }

  set(key: Key, value: Value, bytes = 0): void {
    this.delete(key);
    this.#held.set(key, { value, weight: bytes });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** Notes the size of a value that was not known when it was set; does nothing if the key has another value by now. */
  weigh(key: Key, value: Value, bytes: number): void {
    const held = this.#held.get(key);
    if (held?.value !== value) return;
    this.#bytes += bytes - held.weight;
    held.weight = bytes;
    this.#makeRoom();
  }

  delete(key: Key): void {
    this.#bytes -= this.#held.get(key)?.weight ?? 0;
    this.#held.delete(key);
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }

  #makeRoom(): void {
    for (const key of this.#held.keys()) {
      if (this.#held.size <= this.#most && this.#bytes <= this.#mostBytes) return;
      this.delete(key);
    }
  }
}
