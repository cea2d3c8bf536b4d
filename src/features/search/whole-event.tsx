import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedChange } from '#contract/endpoints/core.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { clock } from '#i18n/clock.ts';
import type { Found } from '#sync/exchange/outside-rows.ts';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import { useHidden } from '#sync/react/use-hidden.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { Button } from '#ui/theme/button.tsx';
import { HitGroup } from './hit-group.tsx';
import type { AnyRow, Kind } from './index/kinds.ts';
import { type Group, SearchIndex } from './index/search-index.ts';
import styles from './search.module.css';

/** The lists of which a device holds a part. */
const lists = ['posts', 'photos', 'participants'] as const;

/** Returns whether a device holds only a part of the rows of a kind in a big event. */
export const isInParts = (kind: Kind): boolean => (lists as readonly Kind[]).includes(kind);

interface Search {
  readonly rows: readonly FeedChange[];
  /** Lists with more rows to search, and where to continue; null for the beginning. */
  readonly pending: ReadonlyMap<Kind, number | null>;
  readonly problem: Outcome | null;
}

interface WholeEventProps {
  event: EventRow;
  text: string;
  /** The kinds whose screens the event has. */
  kinds: readonly Kind[];
}

/** Searches the rows of a big event on the server, on request. Give it a key per text. */
export function WholeEvent({ event, text, kinds }: WholeEventProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const isOffline = useIsOffline();
  const hidden = useHidden();
  const [search, setSearch] = useState<Search | null>(null);
  const [busy, setBusy] = useState(false);
  const former = t('person.former');
  const groups = useMemo(() => groupsOf(search?.rows ?? [], { text, kinds, former, hidden }), [search, text, kinds, former, hidden]);
  const pending = search?.pending ?? new Map<Kind, null>(kinds.filter(isInParts).map((kind) => [kind, null]));
  const ask = async (): Promise<void> => {
    setBusy(true);
    const engine = await client.engine().catch(() => null);
    const asked = [...pending].map(async ([kind, below]): Promise<[Kind, Found]> => {
      return [kind, engine ? await engine.outside.search(event.id, kind, text, below) : { kind: 'no-network' }];
    });
    setSearch(searchAfter(search?.rows ?? [], pending, await Promise.all(asked)));
    setBusy(false);
  };
  const problem = search?.problem ?? null;
  const isFirst = search === null || (problem !== null && search.rows.length === 0);
  return (
    <section aria-labelledby="whole-event" className={styles.whole}>
      <h2 id="whole-event">{t('search.everywhere')}</h2>
      {groups.map((group) => (
        <HitGroup key={group.kind} group={group} event={event} onMore={() => undefined} />
      ))}
      <p role="status" className={groups.length > 0 ? 'visually-hidden' : undefined}>
        {noteOf(search, groups) === null ? null : t(noteOf(search, groups)!)}
      </p>
      {busy && <Spinner label={t('app.loading')} />}
      {!busy && problem && <FormError error={callProblem(t, problem, t('search.everywhere_failed'), t('search.everywhere_offline'))} />}
      {!busy && isOffline && !problem && pending.size > 0 && <p className={styles.note}>{t('search.everywhere_offline')}</p>}
      {!busy && !isOffline && pending.size > 0 && (
        <Button onClick={() => void ask()}>{t(isFirst ? 'search.search_everywhere' : 'search.further')}</Button>
      )}
    </section>
  );
}

/** Returns the key of what there is to say about the hits. */
function noteOf(search: Search | null, groups: readonly Group[]) {
  if (search === null) return 'search.everywhere_text';
  if (groups.length > 0 || search.problem) return null;
  return search.pending.size > 0 ? 'search.everywhere_none_yet' : 'search.everywhere_none';
}

function searchAfter(rows: readonly FeedChange[], pending: Search['pending'], answers: readonly (readonly [Kind, Found])[]): Search {
  const left = new Map(pending);
  const added: FeedChange[] = [];
  let problem: Outcome | null = null;
  for (const [kind, answer] of answers) {
    if (answer.kind !== 'found') {
      problem = answer;
      continue;
    }
    added.push(...answer.changes);
    if (answer.next === null) left.delete(kind);
    else left.set(kind, answer.next);
  }
  return { rows: [...rows, ...added], pending: left, problem };
}

interface Words {
  readonly text: string;
  readonly kinds: readonly Kind[];
  readonly former: string;
  readonly hidden: ReadonlySet<number> | undefined;
}

/** Returns the rows of the server as the search of the device would, all of each kind. */
function groupsOf(rows: readonly FeedChange[], { text, kinds, former, hidden = new Set() }: Words): Group[] {
  const index = new SearchIndex();
  index.hide(hidden);
  // People first, because posts show their names.
  for (const kind of lists.toReversed()) {
    const ofKind = rows.flatMap(({ resource, row }) => (resource === kind && row ? [row as unknown as AnyRow] : []));
    index.load(kind, ofKind);
  }
  const shown = kinds.filter(isInParts);
  const most = Object.fromEntries(shown.map((kind) => [kind, Infinity]));
  return index.search({ text, kinds: shown, most, now: clock.now(), former });
}
