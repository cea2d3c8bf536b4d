import type { Scope } from '../../../contract/scope.ts';

/** What commits bring to those who are connected. */
export interface News {
  /** Scopes in which something changed; `all` where nobody can say. */
  readonly scopes: ReadonlySet<Scope> | 'all';
  /** Sessions that ended before their time. */
  readonly endedSessions: ReadonlySet<string>;
}

/** The same while its transaction is under way. */
export interface NewsToCome {
  readonly scopes: Set<Scope>;
  readonly endedSessions: Set<string>;
}

export const noNewsYet = (): NewsToCome => ({ scopes: new Set(), endedSessions: new Set() });

/** Who hears of them. */
export class Audience {
  readonly #hearing = new Set<(news: News) => void>();

  /** Until what this gives is called. */
  readonly join = (heard: (news: News) => void): (() => void) => {
    this.#hearing.add(heard);
    return () => void this.#hearing.delete(heard);
  };

  tell(news: News): void {
    if (news.scopes === 'all' || news.scopes.size > 0 || news.endedSessions.size > 0) for (const heard of this.#hearing) heard(news);
  }
}
