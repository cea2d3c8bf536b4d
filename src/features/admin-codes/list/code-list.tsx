import Download from 'lucide-react/icons/download';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { Button, buttonClass, IconButton } from '#ui/theme/button.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { type Tab, TabBar } from '#ui/layout/tab-bar.tsx';
import styles from '../admin-codes.module.css';
import { type CodeFilter, codesPath, filters, pathOf } from '../code-filters.ts';
import { isIn } from '../code-state.ts';
import { CodeTable } from './code-table.tsx';
import type { CodeItem } from '../use-admin-codes.ts';

/** Up to this number, codes need no search. */
const many = 10;

interface CodeListProps {
  filter: CodeFilter;
  /** Counts from 1. */
  page: number;
  items: readonly CodeItem[];
  /** Ids of the codes to print; an empty set means all unused codes. */
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  /** Saves all codes as a file. */
  onExport: () => void;
  onEdit: (id: string) => void;
  onDelete: (id: string) => void;
}

export function CodeList({ filter, page, items, chosen, onChosen, onExport, ...actions }: CodeListProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search).trim().toLowerCase();
  const found = useMemo(() => items.filter((item) => isIn(filter, item.row) && fits(item, term)), [items, filter, term]);
  const isMany = items.length > many || filter !== 'all';
  const pages = Math.max(1, Math.ceil(found.length / limits.codesPageSize));
  const shown = Math.min(page, pages);
  const part = useWithStandIns(found.slice((shown - 1) * limits.codesPageSize, shown * limits.codesPageSize));
  const tabs = filters.map((each) => {
    const number = items.filter(({ row }) => isIn(each, row)).length;
    return { path: pathOf(each), label: t(`event_codes.filter.${each}`, { number }), filter: each };
  });
  const change = (text: string): void => {
    setSearch(text);
    if (page > 1) navigate(pathOf(filter), { replace: true });
  };
  const choose = (id: string, isChosen: boolean): void => {
    const others = [...chosen].filter((each) => each !== id);
    onChosen(new Set(isChosen ? [...others, id] : others));
  };
  // Deleted codes are not printed.
  const print = items.filter(({ row }) => (chosen.size > 0 ? chosen.has(row.id) : isIn('unused', row))).map(({ row }) => row.id);
  return (
    <div className={styles.list}>
      {isMany && (
        <>
          <TabBar label={t('event_codes.filters')} tabs={tabs} current={tabs.find((tab) => tab.filter === filter) ?? (tabs[0] as Tab)} />
          <SearchField label={t('event_codes.search')} value={search} onChange={change} />
        </>
      )}
      <div className={styles.tools}>
        <p role="status" className={styles.count}>
          {found.length === 0 ? t('event_codes.none_found') : t('event_codes.count', { count: found.length })}
        </p>
        {chosen.size > 0 && (
          <Button look="quiet" onClick={() => onChosen(new Set())}>
            {t('event_codes.choose_none')}
          </Button>
        )}
        {found.length > 0 && (
          <Button look="quiet" onClick={() => onChosen(new Set([...chosen, ...found.map(({ row }) => row.id)]))}>
            {t('event_codes.choose_all')}
          </Button>
        )}
        <IconButton label={t('event_codes.export')} onClick={onExport}>
          <Download aria-hidden="true" />
        </IconButton>
        {print.length > 0 && (
          <Link href={`${codesPath}/print`} state={{ codes: chosen.size > 0 ? print : null }} className={buttonClass()}>
            {t(chosen.size > 0 ? 'event_codes.print_chosen' : 'event_codes.print_unused', { number: print.length })}
          </Link>
        )}
      </div>
      {part.length > 0 && <CodeTable {...actions} items={part} chosen={chosen} onChoose={choose} />}
      <Pagination page={shown} pages={pages} href={(each) => pathOf(filter, each)} />
    </div>
  );
}

function fits({ row, email }: CodeItem, term: string): boolean {
  return term === '' || row.code.toLowerCase().includes(term) || (email?.toLowerCase().includes(term) ?? false);
}

/** Returns the codes with an ellipsis for people of a big event who have not arrived. */
function useWithStandIns(part: readonly CodeItem[]): readonly CodeItem[] {
  const unknown = part.filter(({ row, email }) => row.usedBy !== null && email === null).map(({ row }) => row);
  const eventId = unknown[0]?.eventId;
  const ids = unknown.flatMap(({ usedBy }) => usedBy ?? []);
  const people = useLive((db) => (eventId === undefined ? nobody : peopleOf(db, eventId, ids)), [eventId, ids.join()]) ?? nobody;
  if (people.size === 0) return part;
  return part.map((item) => (item.email === null && people.has(item.row.usedBy ?? 0) ? { ...item, email: '…' } : item));
}

const nobody: People = new Map();
