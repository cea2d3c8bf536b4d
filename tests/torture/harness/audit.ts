import type { CampOnDisk } from './camp-on-disk.ts';
import type { Ledger } from './stubborn-client.ts';

/** Deviations of the database from the clients' ledgers; an empty list is the only good result. */
export interface Findings {
  readonly integrity: string;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Removals that were acknowledged although the row exists again. */
  readonly returned: readonly string[];
  readonly refused: readonly string[];
}

export const noFindings: Findings = { integrity: 'ok', lost: [], doubled: [], returned: [], refused: [] };

/** Compares a database file with the ledgers, and checks its integrity. */
export function audit(camp: Pick<CampOnDisk, 'query'>, ledgers: readonly Ledger[]): Findings {
  const [integrity] = camp.query<{ integrity_check: string }>('pragma integrity_check');
  const posts = camp.query<{ id: string; content: string }>('select id, content from posts');
  return { integrity: integrity?.integrity_check ?? 'no answer', ...auditPosts(posts, ledgers) };
}

/** Compares posts with the ledgers. A post under another id than the acknowledged one is lost. */
export function auditPosts(
  posts: readonly { readonly id: string; readonly content: string }[],
  ledgers: readonly Ledger[],
): Omit<Findings, 'integrity'> {
  const byContent = Map.groupBy(posts, ({ content }) => content);
  const kept = ledgers.flatMap((ledger) => [...ledger.kept]);
  const removed = ledgers.flatMap((ledger) => [...ledger.removed]);
  return {
    lost: kept.filter(([content, id]) => !byContent.get(content)?.some((post) => post.id === id)).map(([content]) => content),
    doubled: [...byContent].filter(([content, found]) => found.length > 1 && content.startsWith('torture')).map(([content]) => content),
    returned: removed.filter((content) => byContent.has(content)),
    refused: ledgers.flatMap(({ refused }) => refused),
  };
}
