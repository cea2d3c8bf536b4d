import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { Formats } from '#i18n/formats.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { FoldedText } from '#ui/text/folded-text.tsx';
import badge from '#ui/theme/badge.module.css';
import { Button } from '#ui/theme/button.tsx';
import styles from './admin-feedback.module.css';
import { type Answer, commentsOf } from './read-answers.ts';
import { isNew } from './seen-answers.ts';

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
export function Comments({ answers, seen, page, formats }: CommentsProps): ReactNode {
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
          <EmptyState icon="🔍" title={t('admin_feedback.no_match')}>
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
              {isNew(answer, seen) && <span className={badge.badge}>{t('admin_feedback.new')}</span>}
            </p>
          </li>
        ))}
      </ul>
      <Pagination page={shown} pages={pages} href={pathOf} />
    </section>
  );
}
