import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { Button } from '#ui/theme/button.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { saveTemplate } from '../export-schedule.ts';
import styles from '../wide-dialog.module.css';

interface ChooseFileProps {
  event: EventRow;
  error: string | null;
  busy: boolean;
  onRead: (source: Blob | string) => void;
  onCancel: () => void;
}

export function ChooseFile({ event, error, busy, onRead, onCancel }: ChooseFileProps): ReactNode {
  const { t, i18n } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('admin_schedule.import.hint')}</p>
      <WallClockNotes values={[]} timeZone={event.timeZone} />
      <div className={styles.buttons}>
        <Button look="primary" onClick={() => files.current?.click()}>
          <FileUp aria-hidden="true" />
          {t('admin_schedule.import.choose')}
        </Button>
        <Button look="quiet" onClick={() => saveTemplate(event, t, i18n.language)}>
          <Download aria-hidden="true" />
          {t('admin_schedule.import.template')}
        </Button>
        <input
          ref={files}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.ics,text/csv,text/plain,text/calendar"
          aria-label={t('admin_schedule.import.choose')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Allows choosing the same file again after it was corrected.
            target.value = '';
            if (file) onRead(file);
          }}
        />
      </div>
      <TextArea label={t('admin_schedule.import.paste')} value={pasted} onChange={setPasted} />
      <p role="status" className={styles.hint}>
        {busy && t('admin_schedule.import.busy')}
      </p>
      <FormError error={error} />
      <div className={styles.buttons}>
        <Button disabled={pasted.trim() === '' || busy} onClick={() => onRead(pasted)}>
          {t('admin_schedule.import.read')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </div>
  );
}
