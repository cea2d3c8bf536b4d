import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Button } from '#ui/theme/button.tsx';
import { useDrawnCount } from '#ui/layout/use-drawn-count.ts';
import { useNow } from '#ui/time/use-now.ts';
import { HitRow } from './hit-row.tsx';
import type { Kind } from './index/kinds.ts';
import type { Group } from './index/search-index.ts';
import styles from './search.module.css';

const titles = {
  schedule: 'menu.schedule',
  participants: 'menu.participants',
  announcements: 'menu.announcements',
  faqEntries: 'menu.faq',
  meetups: 'menu.meetups',
  shares: 'menu.sharing',
  posts: 'menu.chat',
  photos: 'menu.pictures',
} as const satisfies Record<Kind, string>;

interface HitGroupProps {
  group: Group;
  event: EventRow;
  onMore: (kind: Kind) => void;
}

/** The hits of one kind, with a button for the others. A letter is drawn in the field before the hits change. */
export const HitGroup = memo(function HitGroup({ group: { kind, count, hits }, event, onMore }: HitGroupProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const { count: drawn } = useDrawnCount(hits.length);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.kind}>
        {t(titles[kind])} <span className={styles.count}>{count}</span>
      </h2>
      <ul className={styles.hits}>
        {hits.slice(0, drawn).map((hit) => (
          <li key={hit.row.id}>
            <HitRow hit={hit} formats={formats} now={now} />
          </li>
        ))}
      </ul>
      {count > hits.length && (
        <Button look="quiet" className={styles.more} onClick={() => onMore(kind)}>
          {t('search.show_all', { number: count })}
          <span className="visually-hidden">: {t(titles[kind])}</span>
        </Button>
      )}
    </section>
  );
});
