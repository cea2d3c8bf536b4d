import type { Scope } from '#contract/scope.ts';

/** Changes that commits publish to connected clients. */
export interface News {
  /** Scopes that changed; `all` if they are unknown. */
  readonly scopes: ReadonlySet<Scope> | 'all';
  readonly endedSessions: ReadonlySet<string>;
}

export interface NewsToCome {
  readonly scopes: Set<Scope>;
  readonly endedSessions: Set<string>;
}

export const noNewsYet = (): NewsToCome => ({ scopes: new Set(), endedSessions: new Set() });

export class Audience {
  readonly #hearing = new Set<(news: News) => void>();

  /** Adds a listener; returns a function that removes it. */
  readonly join = (heard: (news: News) => void): (() => void) => {
    this.#hearing.add(heard);
    return () => void this.#hearing.delete(heard);
  };

  tell(news: News): void {
    if (news.scopes === 'all' || news.scopes.size > 0 || news.endedSessions.size > 0) for (const heard of this.#hearing) heard(news);
  }
}
