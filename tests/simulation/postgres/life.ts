import type pg from 'pg';

/** An incident at a statement of a life: before it has run, or after it has run but before its result is known. */
export interface Incident {
  readonly side: 'before' | 'after';
  /** Called for each statement in turn. */
  readonly isDueAt: (sql: string) => boolean;
  run(): Promise<void>;
}

/** A life of a server, by the unique name of its database connections. */
export class Life {
  readonly name: string;
  readonly clients = new Set<pg.Client>();
  dead = false;
  /** Resolves when the life is dead and none of its code continues. */
  readonly ended: Promise<null>;
  #resolveEnded: (nothing: null) => void = () => undefined;
  #incident: Incident | null = null;
  #isBlocked = false;
  /** Resolves when the listener is not blocked. */
  unblocked: Promise<void> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
  }

  /** Returns the function that cancels the incident; null if another incident is pending, as only one at a time is possible. */
  schedule(incident: Incident): (() => void) | null {
    if (this.#incident) return null;
    this.#incident = incident;
    return () => {
      if (this.#incident === incident) this.#incident = null;
    };
  }

  cancelIncident(): void {
    this.#incident = null;
  }

  takeIncident(sql: string): Incident | null {
    const incident = this.#incident;
    if (!incident?.isDueAt(sql)) return null;
    this.#incident = null;
    return incident;
  }

  die(): void {
    this.dead = true;
    this.#incident = null;
    this.#resolveEnded(null);
  }

  /** Blocks the life's listener until the returned function is called. */
  blockListener(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.unblocked = promise;
    this.#isBlocked = true;
    return () => {
      this.#isBlocked = false;
      resolve();
    };
  }

  get isListening(): boolean {
    return !this.#isBlocked;
  }
}
