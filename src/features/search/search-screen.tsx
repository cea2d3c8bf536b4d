import SearchX from 'lucide-react/icons/search-x';
import SearchIcon from 'lucide-react/icons/search';
import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { isScreenOn } from '#feature-kit/menu/menu.ts';
import { clock } from '#i18n/clock.ts';
import { useCurrentContext, useStatusOf, useSync } from '#sync/react/hooks.tsx';
import { useIsWindowed } from '#sync/react/use-window.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen, useScreenHeading } from '#ui/layout/screen.tsx';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { leftBy } from './came-back.ts';
import { HitGroup } from './hit-group.tsx';
import { type Kind, kindNames, kinds } from './index/kinds.ts';
import { type Group, type Query, usualHits } from './index/search-index.ts';
import type { Answer } from './index/searcher.ts';
import styles from './search.module.css';
import { noteSearch, recentSearches, storedText, storeText } from './stored-search.ts';
import { useSearch } from './use-search.ts';

const WholeEvent = lazyComponent(async () => (await import('./whole-event.tsx')).WholeEvent, 'part');

/** Finds everything of the event that the device has. */
export function SearchScreen(): ReactNode {
  const { t } = useTranslation();
  const { event, modules } = useCurrentContext() ?? {};
  return event && modules ? <Search key={event.id} event={event} modules={modules} /> : <Screen title={t('search.title')} />;
}

const usual: Query['most'] = {};

/** The hits of a kind that "show all" adds. */
const portion = 50;

function Search({ event, modules }: { event: EventRow; modules: readonly ModuleRow[] }): ReactNode {
  const { t } = useTranslation();
  const heading = useScreenHeading(t('search.title'));
  const owner = `${useSync().db.userId}-${event.id}`;
  const [text, setText] = useState(() => storedText(owner));
  const [most, setMost] = useState(usual);
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => kindNames.filter((kind) => isScreenOn(kinds[kind].path, modules)), [modules]);
  const former = t('person.former');
  const query = useMemo(() => ({ text, kinds: shown, most, now: clock.now(), former }), [text, shown, most, former]);
  const answer = useSearch(event.id, query);
  const focusReturned = useFirstFocus(field, results);
  const note = (): void => {
    if (answer?.text === text && answer.groups.length > 0) noteSearch(owner, text);
  };
  const noteLast = useEffectEvent(note);
  useEffect(() => () => noteLast(), []);
  const change = (next: string): void => {
    setText(next);
    setMost(usual);
    storeText(owner, next);
    if (scrollY > 0) scrollTo(0, 0);
  };
  const more = useCallback((kind: Kind): void => setMost((before) => ({ ...before, [kind]: (before[kind] ?? usualHits) + portion })), []);
  const clear = (): void => {
    note();
    change('');
    field.current?.focus();
  };
  const isAsked = text.trim() !== '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between its controls
    <div className={styles.screen} onKeyDown={(event) => moveFocus(event, { field: field.current, results: results.current, clear })}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('search.title')}
      </h1>
      <div role="search" className={styles.bar}>
        <SearchField ref={field} label={t('search.field')} value={text} onChange={change} />
        {text !== '' && (
          <IconButton label={t('search.clear')} className={styles.clear} onClick={clear}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div ref={results} className={styles.results}>
        {isAsked ? (
          <Results event={event} text={text} kinds={shown} answer={answer} onDrawn={focusReturned} onMore={more} onClear={clear} />
        ) : (
          <Start recent={recentSearches(owner)} onChoose={change} />
        )}
      </div>
    </div>
  );
}

/**
 * Focuses the field, unless the person returns from a hit: the keyboard of a phone would cover the others. Returns a function that moves the
 * focus to that hit once it is drawn.
 */
function useFirstFocus(field: RefObject<HTMLInputElement | null>, results: RefObject<HTMLElement | null>): () => void {
  const [hit] = useState(leftBy);
  const isDone = useRef(hit === undefined);
  useEffect(() => {
    if (hit === undefined) {
      field.current?.focus();
      field.current?.select();
    }
  }, [field, hit]);
  return useCallback(() => {
    const link = isDone.current ? null : results.current?.querySelector<HTMLElement>(`[data-hit="${hit}"]`);
    if (!link) return;
    isDone.current = true;
    link.focus({ preventScroll: true });
  }, [results, hit]);
}

/** Before a search: the last ones of this visit. */
function Start({ recent, onChoose }: { recent: readonly string[]; onChoose: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  if (recent.length === 0) return <EmptyState icon={SearchIcon} title={t('search.start')} text={t('search.start_text')} />;
  return (
    <section aria-label={t('search.recent')}>
      <h2 className={styles.kind}>{t('search.recent')}</h2>
      <ul className={styles.hits}>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" className={styles.hit} onClick={() => onChoose(text)}>
              <span className={styles.icon}>
                <History aria-hidden="true" />
              </span>
              <span className={styles.words}>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ResultsProps {
  event: EventRow;
  text: string;
  /** The kinds whose screens the event has. */
  kinds: readonly Kind[];
  answer: Answer | undefined;
  /** Called when groups of an answer were drawn. */
  onDrawn: () => void;
  onMore: (kind: Kind) => void;
  onClear: () => void;
}

function Results({ event, text, kinds, answer, onDrawn, onMore, onClear }: ResultsProps): ReactNode {
  const { t } = useTranslation();
  const firstLoad = useStatusOf('firstLoad');
  const isWindowed = useIsWindowed();
  const groups = answer?.groups ?? [];
  const late = useDeferredValue(answer);
  useEffect(onDrawn, [onDrawn, answer, late]);
  const isAnswered = answer?.isComplete === true && answer.text === text;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <>
      <p role="status" className="visually-hidden">
        {isAnswered && t('search.found', { count })}
      </p>
      {isAnswered && count === 0 && (
        <EmptyState
          icon={SearchX}
          title={t(isWindowed ? 'search.none_on_device' : 'search.none', { text: text.trim() })}
          text={t(firstLoad ? 'search.none_yet' : 'search.none_text')}
        >
          <Button onClick={onClear}>{t('search.again')}</Button>
        </EmptyState>
      )}
      {isWindowed && count > 0 && <h2>{t('search.on_device')}</h2>}
      {drawnOf(groups, late?.groups ?? []).map((group) => (
        <HitGroup key={group.kind} group={group} event={event} onMore={onMore} />
      ))}
      {isWindowed && <WholeEvent key={text} event={event} text={text} kinds={kinds} />}
    </>
  );
}

/** Returns the groups to draw: the first one of an answer, and below it those of the last answer until there is time for the others. */
function drawnOf(groups: readonly Group[], late: readonly Group[]): readonly Group[] {
  return groups.flatMap((group, place) => (place === 0 ? group : (late.find(({ kind }) => kind === group.kind) ?? [])));
}

interface Places {
  readonly field: HTMLInputElement | null;
  readonly results: HTMLElement | null;
  readonly clear: () => void;
}

/** Arrow keys move between the field and the hits, Enter leaves the field for the first hit, and Escape clears it. */
function moveFocus(event: KeyboardEvent, { field, results, clear }: Places): void {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const hits = [...(results?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const isInField = event.target === field;
  const place = isInField ? -1 : hits.indexOf(event.target as HTMLElement);
  const isElsewhere = !isInField && place < 0;
  const moveTo = (next: HTMLElement | null | undefined): void => {
    event.preventDefault();
    next?.focus();
  };
  if (event.key === 'Escape' && (isInField || !isElsewhere)) {
    event.preventDefault();
    clear();
  } else if (isElsewhere) return;
  else if (event.key === 'ArrowDown' || (event.key === 'Enter' && isInField)) moveTo(hits[place + 1]);
  else if (event.key === 'ArrowUp' && !isInField) moveTo(hits[place - 1] ?? field);
}
