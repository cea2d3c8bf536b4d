import ScrollText from 'lucide-react/icons/scroll-text';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import { type AuditEntry, auditLog } from '#contract/endpoints/audit.ts';
import { QueryProblem } from '#feature-kit/query-problem.tsx';
import { useQuery } from '#feature-kit/use-query.ts';
import { momentText } from '#i18n/formats.ts';
import { Spinner } from '#ui/loading/spinner.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination, useLastPage } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditPath, everything } from './audit-query.ts';
import styles from './audit-screen.module.css';
import { factsOf, sentenceOf } from './audit-words.ts';

const pathOf = (person: number | null, page: number): string =>
  ['/admin/global/audit', ...(person === null ? [] : [`person/${person}`]), ...(page === 1 ? [] : [page])].join('/');

/** Time (ms) without a change before a query is sent, because days are typed digit by digit. */
const pause = 300;

/** Shows actions of admins, newest first: all, or those by and about one person. `page` counts from 1. */
export function AuditScreen({ page, person }: { page: number; person: number | null }): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState(everything);
  const { data, error, refetch } = useQuery(auditPath(filter, person, page), auditLog.answer, pause);
  useLastPage(page, data && data.pagination, (other) => pathOf(person, other));
  return (
    <Screen
      title={t('admin_audit.title')}
      lead={<BackLink href="/admin/global" label={t('admin_global.title')} />}
      note={t('admin_online.note')}
    >
      <AuditFilters
        filter={filter}
        person={person}
        events={data?.events ?? []}
        onFilter={(next) => {
          setFilter(next);
          if (page > 1) navigate(pathOf(person, 1), { replace: true });
        }}
        onPerson={(id) => navigate(pathOf(id, 1))}
      />
      <QueryProblem error={error} stale={data !== null} otherwise={t('admin_audit.error')} onAgain={refetch} />
      {data === null && error === null && <Spinner label={t('app.loading')} />}
      {data && (
        <>
          <p role="status">{t('admin_audit.count', { count: data.pagination.totalCount })}</p>
          {data.entries.length === 0 && <EmptyState icon={ScrollText} title={t('admin_audit.empty')} text={t('admin_audit.empty_text')} />}
          {data.entries.length > 0 && (
            <ol className={styles.list} aria-label={t('admin_audit.title')}>
              {data.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
          <Pagination
            page={Math.min(page, data.pagination.totalPages)}
            pages={data.pagination.totalPages}
            href={(other) => pathOf(person, other)}
          />
        </>
      )}
    </Screen>
  );
}

function Entry({ entry }: { entry: AuditEntry }): ReactNode {
  const { t, i18n } = useTranslation();
  const people = [entry.actor, entry.person].filter((one) => one !== null);
  const facts = [...(entry.event?.title ? [entry.event.title] : []), ...factsOf(t, entry)];
  return (
    <li className={styles.entry}>
      <p className={styles.dim}>
        <time dateTime={entry.at}>{momentText(Date.parse(entry.at), i18n.language, true)}</time>
      </p>
      <p className={styles.what}>{sentenceOf(t, entry)}</p>
      {facts.length > 0 && <p className={styles.dim}>{facts.join(' · ')}</p>}
      {people.length > 0 && (
        <p className={styles.people}>
          {[...new Map(people.map((one) => [one.id, one])).values()].map(({ id, name }) => (
            <Link key={id} href={pathOf(id, 1)}>
              {t('admin_audit.all_of', { name: name.trim() || t('person.nameless') })}
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}
