import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mostStars } from '#contract/rules/rich-feedback.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './feedback-form.module.css';

/** A rating from 1 to 5; 0 is none. */
export function Stars({ rating, onRate }: { rating: number; onRate: (rating: number) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('feedback.rating')}</legend>
      <div className={styles.stars}>
        {Array.from({ length: mostStars }, (_, index) => index + 1).map((count) => (
          <label key={count} className={classes(styles.star, count <= rating && styles.lit)}>
            <input
              type="radio"
              name="rating"
              className="visually-hidden"
              checked={count === rating}
              aria-label={t('feedback.stars', { count })}
              onChange={() => onRate(count)}
            />
            <Star aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
