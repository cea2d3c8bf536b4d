import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import styles from './event-data.module.css';

interface EventPreviewProps {
  /** The event with the unsaved values. */
  event: Pick<EventRow, 'title' | 'description' | 'startDate' | 'endDate' | 'timeZone' | 'dateLocale'>;
  /** The header picture; undefined until it is read. */
  picture: string | undefined;
}

export function EventPreview(props: EventPreviewProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.preview} aria-label={t('admin_event_data.preview')}>
      <h2 className={styles.heading}>{t('admin_event_data.preview')}</h2>
      <div className={styles.phones}>
        <Phone {...props} theme="light" caption={t('admin_event_data.preview_light')} />
        <Phone {...props} theme="dark" caption={t('admin_event_data.preview_dark')} />
      </div>
    </section>
  );
}

function Phone({ event, picture, theme, caption }: EventPreviewProps & { theme: 'light' | 'dark'; caption: string }): ReactNode {
  const formats = useFormats(event);
  return (
    <figure className={styles.figure}>
      <div className={styles.phone} data-theme={theme}>
        <HeaderPicture src={picture} />
        <div className={styles.words}>
          <p className={styles.title}>{event.title}</p>
          <p className={styles.days}>
            <EventDays event={event} formats={formats} />
          </p>
          <p className={styles.description}>{event.description}</p>
        </div>
      </div>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}
