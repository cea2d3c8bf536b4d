import type { Scope } from '../../../contract/scope.ts';

/** What a commit brings to those who are connected. */
export interface News {
  /** Scopes in which something changed. */
  readonly scopes: ReadonlySet<Scope>;
  /** Sessions that ended before their time. */
  readonly endedSessions: ReadonlySet<string>;
}

/** The same while its transaction is under way. */
export interface NewsToCome {
  readonly scopes: Set<Scope>;
  readonly endedSessions: Set<string>;
}

export const noNewsYet = (): NewsToCome => ({ scopes: new Set(), endedSessions: new Set() });

export const hasNews = ({ scopes, endedSessions }: News): boolean => scopes.size > 0 || endedSessions.size > 0;
