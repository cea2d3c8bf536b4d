import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { contentOf, type Reportable, type ReportableRow } from '#contract/rules/reported-content.ts';
import { type ReportReason, reportReasons } from '#contract/resources/reports.ts';
import type { Stored } from '#db/records.ts';
import { command } from '#sync/outbox/command.ts';
import { FieldError } from '#ui/forms/field-error.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { useDeliver } from '../use-deliver.ts';
import { useRowForm } from '../use-row-form.ts';
import styles from './report-dialog.module.css';

export interface ReportRowProps<Name extends Reportable> {
  resource: Name;
  row: Stored<ReportableRow[Name]>;
  about: string;
}

interface ReportDialogProps<Name extends Reportable> extends ReportRowProps<Name> {
  /** Gets the focus back; the default is the element that had it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

interface Values {
  reason: ReportReason | null;
  text: string;
}

const valuesOf = (): Values => ({ reason: null, text: '' });

/** Asks for the reason, and keeps a draft of it. The report contains the content as shown here. */
export function ReportDialog<Name extends Reportable>(props: ReportDialogProps<Name>): ReactNode {
  const { resource, row, about, finalFocus, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const deliver = useDeliver();
  const draftId = `report:${row.id}`;
  const { values, change, clear } = useRowForm<object, Values>({ draftId, row: null, valuesOf });
  const { reason, text } = values;
  const over = text.length - limits.descriptionLength;
  const close = async (): Promise<void> => {
    await clear();
    onClose();
  };
  const form = useForm({
    read: readFields(
      {
        reason: reason === null && t('report.choose'),
        text: reason === 'other' && text.trim() === '' ? t('report.say_what') : over > 0 && t('chat_create.too_long', { count: over }),
      },
      reason,
    ),
    failure: t('report.error'),
    send: async (chosen, isThere) => {
      if (!chosen) return undefined;
      const args = { resource, rowId: row.id, reason: chosen, text: text.trim(), seen: contentOf(resource, row) };
      const words = { done: t('report.done'), refused: t('report.failed') };
      return deliver([command('ownReports', 'create', args, { eventId: row.eventId })], { draftId, isThere, close }, words);
    },
  });
  const { error, name, stale } = form.field('reason');
  return (
    <Modal finalFocus={finalFocus} onClose={onClose}>
      <Dialog.Title>{t('report.title')}</Dialog.Title>
      {about.trim() !== '' && <p className={styles.about}>{about}</p>}
      <Dialog.Description className={overlay.text}>{t('report.text')}</Dialog.Description>
      <form {...form.props} className={overlay.form} aria-label={t('report.title')}>
        <fieldset className={styles.choices} aria-describedby={error === null ? undefined : id}>
          <legend>{t('report.reason')}</legend>
          {reportReasons.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name={name} checked={reason === one} onChange={() => change({ reason: one })} />
              {t(`report.reasons.${one}`)}
            </label>
          ))}
          <FieldError id={id} error={error} stale={stale} />
        </fieldset>
        <TextArea
          {...form.field('text')}
          label={t(reason === 'other' ? 'report.words' : 'report.words_optional')}
          value={text}
          onChange={(next) => change({ text: next })}
        />
        <FormActions form={form} submit={t('report.submit')} onCancel={() => void close()} />
      </form>
    </Modal>
  );
}
