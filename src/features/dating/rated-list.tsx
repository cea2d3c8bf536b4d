import Heart from 'lucide-react/icons/heart';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { datingId, type DatingRating } from '#contract/resources/dating.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useSync } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { Pagination } from '#ui/layout/pagination.tsx';
import { PersonCard } from './person-card.tsx';
import styles from './rated-list.module.css';
import { pathTo } from './rating-tabs.ts';
import type { RatedPage } from './use-dating.ts';

interface Rated {
  readonly person: Participant;
  readonly before: DatingRating;
  readonly after: DatingRating;
}

const cardOf = (list: HTMLElement | null, userId: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-person="${userId}"]`) ?? null;
const buttonsIn = (card: HTMLElement | null | undefined): HTMLElement[] => [...(card?.querySelectorAll<HTMLElement>('button') ?? [])];

interface RatedListProps {
  eventId: number;
  rating: DatingRating;
  shown: RatedPage;
  ratingOf: (userId: number) => DatingRating;
  /** True if the opt-in is pending; nobody is shown until then. */
  waits: boolean;
}

/** Lists the people with one rating; a changed rating removes a card, and can be undone. */
export function RatedList({ eventId, rating, shown: { people, page, pages }, ratingOf, waits }: RatedListProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [last, setLast] = useState<Rated | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // The target of the focus after the focused card disappears.
  const next = useRef<{ userId: number; card: number; button: number } | null>(null);
  const ids = people.map(({ userId }) => userId).join();
  useEffect(() => {
    // Other cards may change too; only the focused one counts.
    if (next.current === null || cardOf(list.current, next.current.userId)) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])];
    const card = cards[Math.min(next.current.card, cards.length - 1)];
    (buttonsIn(card)[next.current.button] ?? list.current)?.focus();
    next.current = null;
  }, [ids]);
  const rate = async ({ person, before, after }: Rated): Promise<void> => {
    try {
      const { userId } = person;
      const button = buttonsIn(cardOf(list.current, userId)).findIndex((one) => one === document.activeElement);
      next.current = button < 0 ? null : { userId, card: people.findIndex(({ id }) => id === person.id), button };
      const target = { id: datingId(eventId, client.userId), eventId };
      const engine = await client.engine();
      await engine.execute('dating', 'rate', { ratedParticipantId: person.id, rating: after }, target);
      setLast({ person, before, after });
    } catch {
      next.current = null;
      toast(t('dating.rating_error'), 'error');
    }
  };
  return (
    <>
      <div className={styles.rated}>
        <div role="status" className={styles.last}>
          {/* A refused rating is reverted, and its line disappears. */}
          {last && ratingOf(last.person.userId) === last.after && (
            <>
              <span>{t(`dating.now.${last.after}`, { name: personName(t, last.person) })}</span>
              <Button look="quiet" onClick={() => void rate({ person: last.person, before: last.after, after: last.before })}>
                {t('dating.undo')}
              </Button>
            </>
          )}
        </div>
        {people.length === 0 && waits && <p className={styles.waits}>{t('dating.waits')}</p>}
        {people.length === 0 && !waits && (
          <EmptyList icon={Heart} title={t(`dating.empty.${rating}`)} text={t(`dating.empty_text.${rating}`)} />
        )}
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t(`dating.list.${rating}`)}>
          {people.map((person) => (
            <li key={person.id}>
              <PersonCard person={person} rating={rating} onRate={(after) => void rate({ person, before: rating, after })} />
            </li>
          ))}
        </ul>
      </div>
      <Pagination page={page} pages={pages} href={(one) => pathTo(rating, one)} />
    </>
  );
}
