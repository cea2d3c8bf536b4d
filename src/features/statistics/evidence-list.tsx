import { type ComponentType, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Evidence, evidence } from '../../../contract/resources/evidence.ts';
import type { Stored } from '../../db/records.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useActiveEvent, useSync } from '../../sync/hooks.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import styles from './evidence-list.module.css';

/** Draws a picture by its name, wherever its bytes are. */
export type PictureComponent = ComponentType<{ name: string; alt: string }>;

interface EvidenceListProps {
  /** What was counted. */
  name: string;
  pictures: readonly Stored<Evidence>[];
  Picture: PictureComponent;
  /** There is nothing left here that could take the focus. */
  onLastDeleted: () => void;
}

/** One's own pictures that prove a count, behind how many there are; nobody else gets them. */
export function EvidenceList({ name, pictures, Picture, onLastDeleted }: EvidenceListProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const formats = useFormats(useActiveEvent());
  const list = useRef<HTMLUListElement>(null);
  return (
    <details className={styles['proofs']}>
      <summary>{t('statistic.evidence_count', { count: pictures.length })}</summary>
      <ul ref={list} tabIndex={-1} className={styles['list']} aria-label={t('statistic.evidence_list', { name })}>
        {pictures.map(({ id, eventId, url, createdAt }) => {
          const time = formats.dateTime(createdAt);
          return (
            <li key={id}>
              <Picture name={url} alt={t('statistic.evidence_picture', { name })} />
              <p className={styles['time']}>{time}</p>
              <DeleteButton
                action={t('statistic.evidence_delete')}
                about={time}
                title={t('statistic.evidence_delete_title')}
                text={t('statistic.evidence_delete_text')}
                error={t('statistic.evidence_delete_error')}
                onDelete={() => client.execute(evidence, 'remove', {}, { id, eventId })}
                onDeleted={() => (pictures.length > 1 ? list.current?.focus() : onLastDeleted())}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
