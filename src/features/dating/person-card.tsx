import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatingRating } from '#contract/resources/dating.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { classes } from '#ui/theme/classes.ts';
import { Button } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import styles from './person-card.module.css';
import { type Side, swiped } from './rating-tabs.ts';

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

/** Distance (CSS pixels) after which a drag counts. */
const least = 50;

/** Smaller movements (CSS pixels) may become a press or a scroll. */
const slack = 8;

interface Drag {
  readonly style: CSSProperties;
  /** The side that counts if the pointer is released now. */
  readonly towards: Side | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

const sideOf = (x: number): Side | null => (Math.abs(x) > least ? (x > 0 ? 'right' : 'left') : null);

/** Makes an element with `touch-action: pan-y` follow the pointer sideways; `onDragged` is called on a release beyond `least` pixels. */
function useDrag(onDragged: (side: Side) => void): Drag {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  const [x, setX] = useState(0);
  // Some browsers send a click after a drag.
  const dragged = useRef(false);
  const end = (): void => {
    from.current = null;
    setX(0);
  };
  return {
    style: x === 0 ? {} : { transform: `translateX(${x}px) rotate(${x / 40}deg)`, transition: 'none' },
    towards: sideOf(x),
    onPointerDown: ({ isPrimary, button, pointerId: id, clientX, clientY }) => {
      end();
      dragged.current = false;
      if (isPrimary && button === 0) from.current = { id, x: clientX, y: clientY };
    },
    onPointerMove: ({ pointerId, buttons, clientX, clientY, currentTarget }) => {
      const start = from.current;
      if (start?.id !== pointerId) return;
      // The pointer was released outside before the drag began.
      if (buttons === 0) return end();
      const [right, down] = [clientX - start.x, clientY - start.y];
      if (x === 0 && Math.abs(right) < Math.max(slack, Math.abs(down))) return;
      // From here on, events belong to the drag and not to a button in the card.
      if (x === 0) currentTarget.setPointerCapture(pointerId);
      setX(right);
    },
    onPointerUp: ({ pointerId, clientX }) => {
      const start = from.current;
      if (start?.id !== pointerId) return;
      // Uses the position of the release, because the rendered state may lag behind.
      const side = x === 0 ? null : sideOf(clientX - start.x);
      dragged.current = x !== 0;
      end();
      if (side) onDragged(side);
    },
    onPointerCancel: end,
    onClickCapture: (event) => {
      // A click by keyboard has `detail` 0 and is kept.
      if (!dragged.current || event.detail === 0) return;
      dragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
