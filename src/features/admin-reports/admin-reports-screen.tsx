import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Pagination } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { TabBar } from '#ui/layout/tab-bar.tsx';
import styles from './admin-reports.module.css';
import { ReportCard } from './report-card.tsx';
import { useReports } from './use-reports.ts';

interface AdminReportsScreenProps {
  /** True for decided reports, false for open ones. */
  decided: boolean;
  /** Counts from 1. */
  page: number;
}

const pathOf = (decided: boolean, page = 1): string => `/admin/reports${decided ? '/decided' : ''}${page === 1 ? '' : `/${page}`}`;

export function AdminReportsScreen(props: AdminReportsScreenProps): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'pull', t('admin_reports.not_latest')));
  return (
    <Screen title={t('admin_reports.title')} lead={<BackToOverview />} note={t('admin_reports.text')} onRefresh={refresh}>
      {event && <Reports key={event.id} event={event} {...props} />}
    </Screen>
  );
}

function Reports({ event, decided, page: requested }: AdminReportsScreenProps & { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const refused = useRefused(['reports'], event.id);
  const found = useReports(event.id, decided, requested);
  const list = useRef<HTMLUListElement>(null);
  if (!found) return null;
  const { things, people, page, pages } = found;
  const tabs = [
    { path: pathOf(false), label: t('admin_reports.open', { number: found.open }) },
    { path: pathOf(true), label: t('admin_reports.decided', { number: found.decided }) },
  ] as const;
  return (
    <>
      <TabBar label={t('admin_reports.tabs')} tabs={tabs} current={tabs[decided ? 1 : 0]} />
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {things.length === 0 && (
        <EmptyList
          icon={ShieldCheck}
          title={t(decided ? 'admin_reports.none_decided' : 'admin_reports.none')}
          text={t(decided ? 'admin_reports.none_decided_text' : 'admin_reports.none_text')}
        />
      )}
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('admin_reports.title')}>
        {things.map((thing) => (
          <li key={thing.key}>
            <ReportCard event={event} thing={thing} people={people} formats={formats} onDecided={() => list.current?.focus()} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => pathOf(decided, to)} />
    </>
  );
}
