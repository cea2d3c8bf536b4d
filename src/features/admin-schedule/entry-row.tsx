import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScheduleEntry, schedule } from '#contract/resources/schedule.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import type { Formats } from '#i18n/formats.ts';
import { Button } from '#ui/theme/button.tsx';
import { TimeSpan } from '#ui/time/time-span.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './entry-row.module.css';

interface EntryRowProps {
  row: ScheduleEntry;
  waiting: boolean;
  formats: Formats;
  /** Undefined while a form is open. */
  onEdit: (() => void) | undefined;
  /** Opens a new entry with these values; undefined while a form is open. */
  onDuplicate: (() => void) | undefined;
  onDeleted: () => void;
}

export function EntryRow({ row, waiting, formats, onEdit, onDuplicate, onDeleted }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const about = `${row.title}, ${formats.dateTime(row.startDate)}`;
  return (
    <article className={styles.row} data-entry={row.id} aria-label={row.title} tabIndex={-1}>
      <div className={styles.what}>
        <TimeSpan entry={row} formats={formats} />
        <h3>{row.title}</h3>
        <p className={styles.place}>{row.locationName}</p>
        {waiting && <WaitingMark />}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" aria-label={`${t('admin_schedule.edit')}: ${about}`} disabled={!onEdit} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {t('admin_schedule.edit')}
        </Button>
        <Button look="subtle" aria-label={`${t('admin_schedule.duplicate')}: ${about}`} disabled={!onDuplicate} onClick={onDuplicate}>
          <Copy aria-hidden="true" />
          {t('admin_schedule.duplicate')}
        </Button>
        <DeleteRow
          resource={schedule}
          row={row}
          action={t('admin_schedule.delete')}
          about={about}
          title={t('admin_schedule.delete_title', { title: row.title })}
          text={t('admin_schedule.delete_text')}
          done={t('admin_schedule_delete_success')}
          error={t('admin_schedule_delete_error')}
          onDeleted={onDeleted}
        />
      </div>
    </article>
  );
}
