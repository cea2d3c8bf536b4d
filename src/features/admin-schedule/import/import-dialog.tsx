import { Dialog } from '@base-ui/react/dialog';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Button } from '#ui/theme/button.tsx';
import { saveTemplate } from '../export-schedule.ts';
import styles from '../wide-dialog.module.css';
import { type Imported, importBytes, importLines, ImportRefused } from './imported.ts';
import { ImportPreview } from './import-preview.tsx';
import { readImport } from './read-import.ts';

interface ImportDialogProps extends Pick<ComponentProps<typeof Modal>, 'finalFocus'> {
  event: EventRow;
  rows: readonly ScheduleEntry[];
  onClose: () => void;
}

/** Imports entries from a file or pasted text after a preview. Nothing leaves the device. */
export function ImportDialog({ event, rows, onClose, finalFocus }: ImportDialogProps): ReactNode {
  const { t } = useTranslation();
  const [imported, setImported] = useState<Imported | null>(null);
  const [refused, setRefused] = useState<ImportRefused | null>(null);
  const [busy, setBusy] = useState(false);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const read = async (source: Blob | string): Promise<void> => {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    setRefused(null);
    setBusy(true);
    try {
      const found = await readImport(source, event, own.signal);
      if (!own.signal.aborted) setImported(found);
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof ImportRefused)) reportError(error);
      setRefused(error instanceof ImportRefused ? error : new ImportRefused('failed'));
    } finally {
      if (reading.current === own) setBusy(false);
    }
  };
  const error =
    refused &&
    t(`admin_schedule.import.refused_${refused.problem}`, {
      lines: importLines,
      megabytes: importBytes / 1024 / 1024,
      series: refused.detail,
    });
  return (
    <Modal className={styles.dialog} onClose={onClose} finalFocus={finalFocus}>
      <Dialog.Title>{t('admin_schedule.import.title')}</Dialog.Title>
      {imported ? (
        <ImportPreview event={event} rows={rows} imported={imported} onClose={onClose} onOther={() => setImported(null)} />
      ) : (
        <ChooseFile event={event} error={error} busy={busy} onRead={(source) => void read(source)} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface ChooseFileProps {
  event: EventRow;
  error: string | null;
  busy: boolean;
  onRead: (source: Blob | string) => void;
  onCancel: () => void;
}

function ChooseFile({ event, error, busy, onRead, onCancel }: ChooseFileProps): ReactNode {
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
