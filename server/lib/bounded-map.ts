interface Held<Value> {
  readonly value: Value;
  weight: number;
}

/** A map bounded in number and bytes; the value set longest ago is dropped first. */
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

  /** Iterates from the value set longest ago. Values may be deleted during it. */
  *[Symbol.iterator](): Generator<[Key, Value]> {
    for (const [key, { value }] of this.#held) yield [key, value];
  }

  set(key: Key, value: Value, bytes = 0): void {
    this.delete(key);
    this.#held.set(key, { value, weight: bytes });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** Sets the size of a value that was unknown before; ignored if the key has another value now. */
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
