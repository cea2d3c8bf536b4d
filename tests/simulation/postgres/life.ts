import type pg from 'pg';

/** What comes over a life at one of its statements: before that has run, or when it has and nobody has heard so. */
export interface Fate {
  readonly side: 'before' | 'after';
  /** Asked about each statement in its turn. */
  readonly strikesAt: (sql: string) => boolean;
  strike(): Promise<void>;
}

/** One life of a server, as its database connections know it: by a name that is used once. */
export class Life {
  readonly name: string;
  /** Those that are open. */
  readonly clients = new Set<pg.Client>();
  dead = false;
  /** Resolves when it is dead: nothing of it goes on. */
  readonly over: Promise<null>;
  #tellOver: (nothing: null) => void = () => undefined;
  #fate: Fate | null = null;
  #isDeaf = false;
  #mayListen: Promise<void> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
    this.over = new Promise((resolve) => (this.#tellOver = resolve));
  }

  /** What this gives calls it off; null where something else is to come over it, as only one thing at a time does. */
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

  /** Its fate, if that strikes at this statement. */
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

  /** It cannot listen again until what this gives is called. */
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
