import { Dialog } from '@base-ui/react/dialog';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from '../wide-dialog.module.css';
import { ChooseFile } from './choose-file.tsx';
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
