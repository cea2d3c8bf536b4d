import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScheduleEntry, schedule } from '../../../contract/resources/schedule.ts';
import type { Formats } from '../../i18n/formats.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { Button } from '../../ui/look/button.tsx';
import { Confirm } from '../../ui/actions/confirm.tsx';
import { TimeSpan } from '../../ui/time/time-span.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './entry-row.module.css';

interface EntryRowProps {
  row: ScheduleEntry;
  /** A change of it has not reached the server yet. */
  waiting: boolean;
  formats: Formats;
  /** Left out while a form is open. */
  onEdit: (() => void) | undefined;
  onDeleted: () => void;
}

/** One entry of the schedule with what an organiser can do to it. */
export function EntryRow({ row, waiting, formats, onEdit, onDeleted }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      await client.execute(schedule, 'remove', {}, { id: row.id, eventId: row.eventId });
      toast(t('admin_schedule_delete_success'));
      onDeleted();
    } catch {
      toast(t('admin_schedule_delete_error'), 'error');
    }
  };
  return (
    <article className={styles['row']} data-entry={row.id} aria-label={row.title} tabIndex={-1}>
      <div className={styles['what']}>
        <TimeSpan entry={row} formats={formats} />
        <h3>{row.title}</h3>
        <p className={styles['place']}>{row.locationName}</p>
        {waiting && <WaitingMark />}
      </div>
      <div className={styles['actions']}>
        <Button look="quiet" disabled={!onEdit} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {t('admin_schedule.edit')}
          <span className="visually-hidden">
            : {row.title}, {formats.dateTime(row.startDate)}
          </span>
        </Button>
        <Button look="subtle" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          {t('admin_schedule.delete')}
          <span className="visually-hidden">
            : {row.title}, {formats.dateTime(row.startDate)}
          </span>
        </Button>
      </div>
      {asking && (
        <Confirm
          title={t('admin_schedule.delete_title', { title: row.title })}
          text={t('admin_schedule.delete_text')}
          action={t('admin_schedule.delete')}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </article>
  );
}
