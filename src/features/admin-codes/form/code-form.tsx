import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Code, codes, isUsedUp } from '#contract/resources/codes.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from '../admin-codes.module.css';
import { CodeFields, readForm, valuesOf } from './code-fields.tsx';
import { codeWords } from '../code-words.ts';

interface CodeFormProps {
  eventId: number;
  /** The current row; null for a new one, and for one that was removed while its form was open. */
  row: Code | null;
  draftId: string;
  /** Returns the id of the code of this event with the same text. */
  idOf: (code: string) => string | undefined;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
}

export function CodeForm({ eventId, row, draftId, idOf, finalFocus, onClose }: CodeFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { base, values, change, clear } = useRowForm({ draftId, row, valuesOf });
  const gone = row === null && base !== null;
  const read = readForm(t, values, (code) => (idOf(code) ?? row?.id) !== row?.id);
  const { undecided, changes, ...clashProps } = useClashes(codes, { base, row, edited: read.kind === 'args' ? read.args : null });
  const failure = t(row ? 'event_codes.update_failed' : 'event_codes.create_failed');

  const commandsOf = (fields: { code: string; reusable: boolean }): Command[] => {
    if (!row || !base) return [command('codes', 'create', fields, { id: client.newId(), eventId })];
    const changed = changes();
    return Object.keys(changed).length > 0 ? [command('codes', 'edit', changed, { id: row.id, eventId })] : [];
  };
  const form = useForm({
    read,
    undecided,
    focus: 'code',
    failure,
    send: (fields, isThere) => {
      const close = async (): Promise<void> => {
        await clear();
        onClose();
      };
      const done = t(row ? 'event_codes.update_success' : 'event_codes.create_success');
      const words = { done, refused: failure, fields: { code_taken: 'code', code_used: 'code' } } as const;
      return deliver(commandsOf(fields), { draftId, isThere, close }, words);
    },
  });
  const cancel = (): void => {
    void clear();
    onClose();
  };
  const words = { t };
  return (
    <Modal finalFocus={finalFocus} onClose={() => !form.busy && onClose()}>
      <Dialog.Title>{gone ? t('event_codes.gone') : t(row ? 'event_codes.edit_title' : 'event_codes.add_title')}</Dialog.Title>
      <form {...form.props} className={styles.form}>
        <CodeFields form={form} values={values} usedUp={row !== null && isUsedUp(row)} onChange={change} />
        <Locked locked={form.busy}>
          <ConcurrentChanges
            {...clashProps}
            label={(key) => codeWords.label(words, key)}
            value={(fields) => codeWords.value(words, fields)}
          />
        </Locked>
        <FormActions form={form} submit={t(gone ? 'conflict.gone_insist' : 'event_codes.save')} onCancel={cancel} />
      </form>
    </Modal>
  );
}
