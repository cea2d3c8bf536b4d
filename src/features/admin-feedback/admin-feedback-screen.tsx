import SearchX from 'lucide-react/icons/search-x';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import type { TFunction } from 'i18next';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import { feedbackOptions } from '#contract/rules/rich-feedback.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { type Formats, formatsFor } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { csvFile, delimiterIn, writeRows } from '#lib/csv.ts';
import { useActiveEvent, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './admin-feedback.module.css';
import { Charts } from './charts.tsx';
import { type Answer, commentsOf, mayBreakDown, readAnswers } from './read-answers.ts';
import { useSeenBefore } from './seen-answers.ts';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { FoldedText } from '#ui/text/folded-text.tsx';
import badge from '#ui/theme/badge.module.css';

/** Shows the feedback on the event without the names of its authors; `page` counts from 1. */
export function AdminFeedbackScreen({ page }: { page: number }): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'pull'));
  return (
    <Screen title={t('admin_feedback.title')} lead={<BackToOverview />} note={t('admin_feedback.text')} onRefresh={refresh}>
      {event && <Answers key={event.id} event={event} page={page} />}
    </Screen>
  );
}

function Answers({ event, page }: { event: EventRow; page: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const formats = useFormats(event);
  const answers = useLive((db) => readAnswers(db, event.id), [event.id]);
  const seen = useSeenBefore(event.id, answers);
  if (!answers || seen === undefined) return null;
  const [newest] = answers;
  if (!newest) return <EmptyList icon={MessageSquareText} title={t('admin_feedback.empty')} text={t('admin_feedback.empty_text')} />;
  return (
    <>
      <div className={styles.summary}>
        <p className={styles.total}>
          <span className={styles.figure}>{t('admin_feedback.count', { count: answers.length })}</span>
          <span className={styles.dim}>{t('admin_feedback.newest', { day: formats.longDate(newest.createdAt) })}</span>
        </p>
        <Button onClick={() => exportFeedback(event, answers, t, i18n.language)}>
          <Download aria-hidden="true" />
          {t('admin_feedback.export')}
        </Button>
      </div>
      <Charts answers={answers} />
      {answers.some(({ text }) => text !== '') && <Comments answers={answers} seen={seen} page={page} formats={formats} />}
    </>
  );
}

/** Saves the answers as CSV, newest first; without stars and votes as long as the screen does not show them. */
function exportFeedback(event: EventRow, answers: readonly Answer[], t: TFunction, language: string): void {
  const { dayKey } = formatsFor(event, language);
  const options = mayBreakDown(answers) ? feedbackOptions : [];
  const voteWords = { [1]: t('feedback.for'), [-1]: t('feedback.against'), [0]: '' };
  const ratedBy = ({ rich }: Answer): readonly string[] => {
    if (options.length === 0) return [];
    const rating = rich && rich.rating > 0 ? String(rich.rating) : '';
    return [rating, ...options.map((option) => voteWords[rich?.votes[option] ?? 0])];
  };
  const headings = options.length === 0 ? [] : [t('feedback.rating'), ...options.map((option) => t(`feedback.option_${option}`))];
  const listed = answers.filter((answer) => options.length > 0 || answer.text !== '');
  const rows = [
    [t('admin_feedback.sheet_day'), ...headings, t('admin_feedback.sheet_comment')],
    ...listed.map((answer) => [dayKey(answer.createdAt), ...ratedBy(answer), answer.text]),
  ];
  saveFile(`${fileNameOf(`${event.title} ${t('admin_feedback.title')}`)}.csv`, csvFile(writeRows(rows, delimiterIn(language))));
}

const pathOf = (page: number): string => (page === 1 ? '/admin/feedback' : `/admin/feedback/${page}`);

interface CommentsProps {
  answers: readonly Answer[];
  /** The time up to which answers were seen before this visit. */
  seen: string;
  /** Counts from 1. */
  page: number;
  formats: Formats;
}

/** Lists the comments, newest first, with a search on the device. Only the day is shown, so that nobody is recognised by the minute. */
function Comments({ answers, seen, page, formats }: CommentsProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const words = useDeferredValue(search);
  const found = commentsOf(answers, words);
  const pages = Math.max(1, Math.ceil(found.length / limits.pageSize));
  const shown = Math.min(page, pages);
  const change = (text: string): void => {
    setSearch(text);
    if (page > 1) navigate(pathOf(1), { replace: true });
  };
  return (
    <section className={styles.comments} aria-label={t('admin_feedback.comments')}>
      <h2>{t('admin_feedback.comments')}</h2>
      <SearchField ref={field} label={t('admin_feedback.search')} value={search} onChange={change} />
      <div role="status">
        {found.length > 0 ? (
          <p className={styles.dim}>{t('admin_feedback.comment_count', { count: found.length })}</p>
        ) : (
          <EmptyState icon={SearchX} title={t('admin_feedback.no_match')}>
            <Button
              onClick={() => {
                change('');
                field.current?.focus();
              }}
            >
              {t('participants.clear_search')}
            </Button>
          </EmptyState>
        )}
      </div>
      <ul className={styles.list} aria-label={t('admin_feedback.comments')}>
        {found.slice((shown - 1) * limits.pageSize, shown * limits.pageSize).map((answer) => (
          <li key={answer.id} className={styles.comment}>
            <FoldedText text={answer.text} />
            <p className={styles.dim}>
              <time dateTime={formats.dayKey(answer.createdAt)}>{formats.dayAndMonth(answer.createdAt)}</time>
              {answer.createdAt > seen && <span className={badge.badge}>{t('admin_feedback.new')}</span>}
            </p>
          </li>
        ))}
      </ul>
      <Pagination page={shown} pages={pages} href={pathOf} />
    </section>
  );
}
