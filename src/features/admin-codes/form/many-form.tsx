import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import styles from '../admin-codes.module.css';
import { makeCode } from './make-codes.ts';

interface ManyFormProps {
  eventId: number;
  draftId: string;
  finalFocus: () => HTMLElement | null;
  /** Receives the ids as soon as the codes are stored on the device. */
  onMade: (ids: readonly string[]) => void;
  onClose: () => void;
}

const valuesOf = () => ({ number: '20', prefix: '', reusable: false });

/** Creates many random codes on this device: all of them, or none. */
export function ManyForm({ eventId, draftId, finalFocus, onMade, onClose }: ManyFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { values, change, clear } = useRowForm<object, ReturnType<typeof valuesOf>>({ draftId, row: null, valuesOf });
  const number = /^\d{1,4}$/.test(values.number.trim()) ? Number(values.number) : 0;
  const fits = number >= 1 && number <= limits.codesAtOnce;
  const failure = t('event_codes.create_failed');
  const form = useForm({
    read: readFields({ number: !fits && t('event_codes.many_number_wrong', { most: limits.codesAtOnce }) }, values),
    focus: 'number',
    failure,
    send: async ({ prefix, reusable }, isThere) => {
      const made = Array.from({ length: number }, () =>
        command('codes', 'create', { code: makeCode(prefix.trim()), reusable }, { id: client.newId(), eventId }),
      );
      const close = async (): Promise<void> => {
        await clear();
        onMade(made.map(({ id }) => String(id)));
        onClose();
      };
      return deliver(made, { draftId, isThere, close }, { done: t('event_codes.many_success', { count: number }), refused: failure });
    },
  });
  const cancel = (): void => {
    void clear();
    onClose();
  };
  return (
    <Modal finalFocus={finalFocus} onClose={() => !form.busy && onClose()}>
      <Dialog.Title>{t('event_codes.many_title')}</Dialog.Title>
      <p className={overlay.text}>{t('event_codes.many_text')}</p>
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('number')}
          label={t('event_codes.many_number')}
          value={values.number}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          onChange={(event) => change({ number: event.target.value })}
        />
        <TextField
          label={t('event_codes.many_prefix')}
          hint={t('event_codes.many_prefix_hint')}
          value={values.prefix}
          readOnly={form.busy}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.codePrefixLength}
          onChange={(event) => change({ prefix: event.target.value })}
        />
        <Locked locked={form.busy}>
          <Switch
            label={t('event_codes.reusable')}
            hint={t('event_codes.reusable_hint')}
            checked={values.reusable}
            onChange={(reusable) => change({ reusable })}
          />
        </Locked>
        <FormActions form={form} submit={t('event_codes.many_submit')} onCancel={cancel} />
      </form>
    </Modal>
  );
}
