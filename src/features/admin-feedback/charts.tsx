import Star from 'lucide-react/icons/star';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mostStars } from '#contract/rules/rich-feedback.ts';
import styles from './admin-feedback.module.css';
import { type Answer, mayBreakDown, ratingsOf, votesOf } from './read-answers.ts';

/** Shows ratings and votes as bars with their numbers, or the reason why it does not. */
export function Charts({ answers }: { answers: readonly Answer[] }): ReactNode {
  const { t } = useTranslation();
  if (!mayBreakDown(answers)) return <p className={styles.few}>{t('admin_feedback.few')}</p>;
  return (
    <div className={styles.charts}>
      <RatingChart answers={answers} />
      <VoteChart answers={answers} />
    </div>
  );
}

interface ChartProps {
  answers: readonly Answer[];
}

function RatingChart({ answers }: ChartProps): ReactNode {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { bars, count, average } = ratingsOf(answers);
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const inWords = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(average);
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <h2 id={id}>{t('feedback.rating')}</h2>
      {count > 0 && (
        <p className={styles.average}>
          <span className={styles.figure}>{inWords}</span>
          <span className={styles.dim}>{t('admin_feedback.average', { most: mostStars, count })}</span>
        </p>
      )}
      <ul className={styles.bars} aria-labelledby={id}>
        {bars.map(({ stars, count: given }) => (
          <li key={stars} className={styles.ratingRow}>
            <span className={styles.stars}>
              <span aria-hidden="true">{stars}</span>
              <Star aria-hidden="true" />
              <span className="visually-hidden">{t('feedback.stars', { count: stars })}:</span>
            </span>
            <Bar share={given / most} />
            <span className={styles.value}>
              <span aria-hidden="true">{given}</span>
              <span className="visually-hidden">{t('admin_feedback.count', { count: given })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function VoteChart({ answers }: ChartProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const options = votesOf(answers);
  const most = Math.max(1, ...options.flatMap((option) => [option.for, option.against]));
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <h2 id={id}>{t('admin_feedback.votes')}</h2>
      <ul className={styles.bars} aria-labelledby={id}>
        {options.map(({ option, ...counts }) => (
          <li key={option} className={styles.voteRow}>
            <span className={styles.option}>{t(`feedback.option_${option}`)}</span>
            <Side look="for" icon={<ThumbsUp aria-hidden="true" />} count={counts.for} most={most} />
            <Side look="against" icon={<ThumbsDown aria-hidden="true" />} count={counts.against} most={most} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SideProps {
  look: 'for' | 'against';
  icon: ReactNode;
  count: number;
  most: number;
}

function Side({ look, icon, count, most }: SideProps): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`feedback.${look}`)}: </span>
      {icon}
      <span className={styles.value}>{count}</span>
      <Bar share={count / most} look={look} />
    </span>
  );
}

/** `share` is the length of the bar, from 0 to 1; the number is next to it. */
function Bar({ share, look = 'for' }: { share: number; look?: 'for' | 'against' }): ReactNode {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles[look]} style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}
