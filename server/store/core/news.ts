import type { Scope } from '#contract/scope.ts';

/** A changed scope, or `event:7~` if people have joined and nothing else changed. */
export type ChangedScope = Scope | `${Scope}~`;

/** Changes that commits publish to connected clients. */
export interface News {
  /** Scopes that changed; `all` if they are unknown. */
  readonly scopes: ReadonlySet<ChangedScope> | 'all';
  readonly endedSessions: ReadonlySet<string>;
}

export interface PendingNews {
  readonly scopes: Set<ChangedScope>;
  readonly endedSessions: Set<string>;
}

export const emptyNews = (): PendingNews => ({ scopes: new Set(), endedSessions: new Set() });

export class NewsPublisher {
  readonly #listeners = new Set<(news: News) => void>();

  /** Adds a listener; returns a function that removes it. */
  readonly subscribe = (listener: (news: News) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  publish(news: News): void {
    if (news.scopes === 'all' || news.scopes.size > 0 || news.endedSessions.size > 0)
      for (const listener of this.#listeners) listener(news);
  }
}
