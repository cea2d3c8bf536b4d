import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaqEntry, faqEntries } from '#contract/resources/faq-entries.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import card from '#ui/theme/card.module.css';
import { FaqFields, type FaqValues, readForm, valuesOf } from './faq-fields.tsx';
import { faqWords } from './faq-words.ts';

interface FaqFormProps {
  eventId: number;
  /** The current row; null for a new one, and for one that was deleted while its form was open. */
  row: FaqEntry | null;
  draftId: string;
  /** The position of a new question. */
  position: number;
  /** Called with the id of the saved question, or with null on Cancel. */
  onClose: (savedId: string | null) => void;
}

export function FaqForm({ eventId, row, draftId, position, onClose }: FaqFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { base, values, change, clear } = useRowForm({ draftId, row, valuesOf });
  const gone = row === null && base !== null;
  const read = readForm(t, values);
  const { undecided, changes, ...clashProps } = useClashes(faqEntries, { base, row, edited: read.kind === 'args' ? read.args : null });
  const commandsOf = (id: string, edited: FaqValues): Command[] => {
    if (!row || !base) return [command(faqEntries, 'create', { ...edited, position }, { id, eventId })];
    const changed = changes();
    return Object.keys(changed).length > 0 ? [command(faqEntries, 'edit', changed, { id, eventId })] : [];
  };
  const failure = t(row ? 'admin_faq.update_failed' : 'admin_faq.create_failed');
  const form = useForm({
    read,
    undecided,
    focus: 'question',
    failure,
    send: (edited, isThere) => {
      const id = row && base ? row.id : client.newId();
      const close = async (): Promise<void> => {
        await clear();
        onClose(id);
      };
      return deliver(commandsOf(id, edited), { draftId, isThere, close }, { done: t('admin_faq.saved'), refused: failure });
    },
  });
  const cancel = (): void => {
    void clear();
    onClose(null);
  };
  const heading = gone ? t('admin_faq.gone') : t(row ? 'admin_faq.edit_title' : 'admin_faq.new');
  return (
    <form {...form.props} className={card.card} aria-label={heading}>
      <h2>{heading}</h2>
      <FaqFields form={form} values={values} onChange={change} />
      <Locked locked={form.busy}>
        <ConcurrentChanges {...clashProps} label={(key) => faqWords.label({ t }, key)} value={(fields) => faqWords.value({ t }, fields)} />
      </Locked>
      <FormActions form={form} submit={t(gone ? 'conflict.gone_insist' : 'admin_faq.save')} onCancel={cancel} />
    </form>
  );
}
