import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatingRating } from '#contract/resources/dating.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { classes } from '#ui/theme/classes.ts';
import { Button } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import styles from './person-card.module.css';
import { type Side, swiped } from './rating-tabs.ts';
import { useDrag } from './use-drag.ts';

interface PersonCardProps {
  person: Participant;
  rating: DatingRating;
  onRate: (rating: DatingRating) => void;
}

const sides: Readonly<Record<string, Side>> = { ArrowLeft: 'left', ArrowRight: 'right' };

export function PersonCard({ person, rating, onRate }: PersonCardProps): ReactNode {
  const { t } = useTranslation();
  const name = personName(t, person);
  const moves = swiped[rating];
  const { style, towards, ...drag } = useDrag((side) => onRate(moves[side]));
  const onKeyDown = (event: KeyboardEvent): void => {
    const side = sides[event.key];
    // A held key rates only one person.
    if (event.repeat && (side || event.key === 'Enter')) event.preventDefault();
    if (!side || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onRate(moves[side]);
  };
  return (
    <article
      className={classes(styles.card, towards && styles[towards])}
      style={style}
      aria-label={name}
      data-person={person.userId}
      {...drag}
    >
      <div className={styles.person}>
        <Avatar name={person.name} image={person.image} large />
        <h2 className={styles.name}>{name}</h2>
        {towards && (
          <p className={styles.towards} aria-hidden="true">
            {t(`dating.rated.${moves[towards]}`)}
          </p>
        )}
      </div>
      <div className={styles.moves}>
        {(['left', 'right'] as const).map((side) => (
          <Button
            key={side}
            className={styles.move}
            aria-label={t(`dating.rate.${moves[side]}`, { name })}
            onKeyDown={onKeyDown}
            onClick={() => onRate(moves[side])}
          >
            {side === 'left' && <ArrowLeft aria-hidden="true" />}
            {t(`dating.rated.${moves[side]}`)}
            {side === 'right' && <ArrowRight aria-hidden="true" />}
          </Button>
        ))}
      </div>
    </article>
  );
}
