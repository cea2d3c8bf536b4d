import { Dialog } from '@base-ui/react/dialog';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { daysOf } from './calendar-times.ts';
import { dayName, When } from './day-events.tsx';
import styles from './calendar-screen.module.css';

export function EventOverlay({ event, onClose }: { event: CalendarEvent; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { title, location, conveyor, url } = event;
  return (
    <Modal onClose={onClose}>
      <Dialog.Title className={styles.title}>{title || t('calendar.untitled')}</Dialog.Title>
      <dl className={styles.facts}>
        <dt>{t('calendar.when')}</dt>
        <dd>
          <span lang="en">{dayName(daysOf(event).first)}</span>
          <When event={event} />
        </dd>
        {location !== null && (
          <>
            <dt>{t('calendar.location')}</dt>
            <dd>
              <LinkedText text={location} />
            </dd>
          </>
        )}
        {conveyor !== null && (
          <>
            <dt>{t('calendar.conveyor')}</dt>
            <dd>
              <LinkedText text={conveyor} />
            </dd>
          </>
        )}
      </dl>
      {url !== null && isSafeUrl(url) && (
        <a className={buttonClass('primary')} href={url} target="_blank" rel="noopener noreferrer">
          {t('calendar.url')}
          <ExternalLink aria-hidden="true" />
        </a>
      )}
      <Button onClick={onClose}>{t('app.close')}</Button>
    </Modal>
  );
}
