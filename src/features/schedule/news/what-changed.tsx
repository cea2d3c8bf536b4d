import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Section } from '#ui/layout/section.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { movedParts, PreviousText } from './before.tsx';
import { entryOf, type ScheduleNews } from './use-schedule-news.ts';
import styles from './what-changed.module.css';

/** A longer list is shortened at first, so that the schedule stays in view. */
const atFirst = 4;

interface WhatChangedProps {
  news: readonly ScheduleNews[];
  formats: Formats;
  onShow: (entryId: string) => void;
}

export function WhatChanged({ news, formats, onShow }: WhatChangedProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [all, setAll] = useState(false);
  if (news.length === 0) return null;
  const seen = async (): Promise<void> => {
    try {
      const engine = await client.engine();
      await engine.markSeen(news);
      // The focused button disappears with the list.
      focusHeading();
    } catch {
      toast(t('refused.failed'), 'error');
    }
  };
  const shown = all || news.length <= atFirst + 1 ? news : news.slice(0, atFirst);
  return (
    <div className={styles.box}>
      <Section title={t('schedule_news.title')}>
        <ul className={styles.list}>
          {shown.map((item) => (
            <li key={item.id}>
              <Item news={item} formats={formats} onShow={onShow} />
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button look="primary" onClick={() => void seen()}>
            {t('schedule_news.seen')}
          </Button>
          {shown.length < news.length && (
            <Button look="quiet" onClick={() => setAll(true)}>
              {t('schedule_news.more', { count: news.length - shown.length })}
            </Button>
          )}
        </div>
      </Section>
    </div>
  );
}

function Item({ news, formats, onShow }: { news: ScheduleNews; formats: Formats; onShow: (entryId: string) => void }): ReactNode {
  if (news.kind === 'cancelled') {
    return (
      <p className={styles.item}>
        <Facts news={news} formats={formats} />
      </p>
    );
  }
  return (
    <button type="button" className={styles.item} onClick={() => onShow(news.entryId)}>
      <Facts news={news} formats={formats} />
    </button>
  );
}

function Facts({ news, formats }: { news: ScheduleNews; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  const { title, startDate, endDate, locationName } = entryOf(news);
  const before = news.kind === 'moved' ? news.before : null;
  const moved = news.kind === 'moved' ? movedParts(news.before, news.after) : null;
  return (
    <>
      <span className={styles.kind}>{t(`schedule_news.${news.kind}`)} </span>
      <span className={styles.title}>{title} </span>
      <span className={styles.facts}>
        {before && moved?.time && <PreviousText text={formats.span(before.startDate, before.endDate)} />}
        <span>{formats.span(startDate, endDate)} </span>
      </span>
      <span className={styles.facts}>
        {before && moved?.place && <PreviousText text={before.locationName} />}
        <span>{locationName}</span>
      </span>
    </>
  );
}
