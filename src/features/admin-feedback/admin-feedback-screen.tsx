import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './admin-feedback.module.css';
import { Charts } from './charts.tsx';
import { Comments } from './comments.tsx';
import { exportFeedback } from './export-feedback.ts';
import { readAnswers } from './read-answers.ts';
import { useSeenBefore } from './seen-answers.ts';

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
  if (!newest) return <EmptyList icon="📝" title={t('admin_feedback.empty')} text={t('admin_feedback.empty_text')} />;
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
