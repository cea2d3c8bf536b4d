import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { FirstSteps } from '#feature-kit/first-steps/use-first-steps.ts';
import styles from './admin-general.module.css';

/** Leads to the first steps until all of them are done. */
export function FirstStepsCard({ steps, done }: FirstSteps): ReactNode {
  const { t } = useTranslation();
  const next = steps.find((step) => !step.done);
  if (!next) return null;
  return (
    <Link href="/admin/first-steps" className={styles.steps}>
      <span className={styles.words}>
        <span className={styles.title}>{t('first_steps.title')}</span>{' '}
        <span className={styles.line}>
          {t('first_steps.progress', { done, total: steps.length })} · {t('first_steps.next', { step: t(`first_steps.${next.name}`) })}
        </span>
        <progress className={styles.bar} aria-hidden="true" max={steps.length} value={done} />
      </span>
      <ChevronRight className={styles.chevron} aria-hidden="true" />
    </Link>
  );
}
