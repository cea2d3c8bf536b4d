import type pg from 'pg';

/** An incident at a statement of a life: before it has run, or after it has run but before its result is known. */
export interface Fate {
  readonly side: 'before' | 'after';
  /** Called for each statement in turn. */
  readonly strikesAt: (sql: string) => boolean;
  strike(): Promise<void>;
}

/** A life of a server as its database connections know it: by a unique name. */
export class Life {
  readonly name: string;
  readonly clients = new Set<pg.Client>();
  dead = false;
  /** Resolves when the life is dead and none of its code continues. */
  readonly over: Promise<null>;
  #tellOver: (nothing: null) => void = () => undefined;
  #fate: Fate | null = null;
  #isDeaf = false;
  #mayListen: Promise<void> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
    this.over = new Promise((resolve) => (this.#tellOver = resolve));
  }

  /** Returns the function that cancels the fate; null if another fate is pending, as only one at a time is possible. */
  doom(fate: Fate): (() => void) | null {
    if (this.#fate) return null;
    this.#fate = fate;
    return () => {
      if (this.#fate === fate) this.#fate = null;
    };
  }

  spare(): void {
    this.#fate = null;
  }

  fateAt(sql: string): Fate | null {
    const fate = this.#fate;
    if (!fate?.strikesAt(sql)) return null;
    this.#fate = null;
    return fate;
  }

  die(): void {
    this.dead = true;
    this.#fate = null;
    this.#tellOver(null);
  }

  /** Blocks the life's listener until the returned function is called. */
  keepFromListening(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mayListen = promise;
    this.#isDeaf = true;
    return () => {
      this.#isDeaf = false;
      resolve();
    };
  }

  get listens(): boolean {
    return !this.#isDeaf;
  }

  get mayListen(): Promise<void> {
    return this.#mayListen;
  }
}
