import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Eye from 'lucide-react/icons/eye';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { limits } from '#contract/limits.ts';
import { Refused } from '#commands/refused.tsx';
import { useDeletedRow } from '#commands/use-deleted-row.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useSync } from '#sync/react/hooks.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import styles from './admin-faq.module.css';
import { FaqRow } from './faq-row.tsx';
import { type AdminFaq, draftIdOf, newQuestion, useAdminFaq } from './use-admin-faq.ts';
import { faqEntries, type FaqEntry } from '#contract/resources/faq-entries.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import card from '#ui/theme/card.module.css';
import { FaqFields, type FaqValues, readForm, valuesOf } from './faq-fields.tsx';
import { faqWords } from './faq-words.ts';

export function AdminFaqScreen(): ReactNode {
  const event = useActiveEvent();
  const found = useAdminFaq(event?.id ?? 0);
  if (!event || found?.eventId !== event.id) return null;
  return <FaqAdmin key={event.id} {...found} />;
}

function FaqAdmin({ eventId, rows, problems, drafted }: AdminFaq): ReactNode {
  const { t } = useTranslation();
  const { open, setOpen, close: closeForm, opener, around } = useFormBehindButton<string | null>(null, drafted);
  const add = opener(newQuestion);
  const [announcement, announce] = useState('');
  const here = new Set(rows.map(({ row }) => row.id));
  const elsewhere = [...problems].filter(([id]) => !here.has(id)).flatMap(([, entries]) => entries);
  // When the form closes, its question takes the focus, possibly after a later render.
  const closed = useRef<string | null>(null);
  useEffect(() => {
    if (open !== null || closed.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-faq="${closed.current}"]`);
    if (!row) return;
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
    closed.current = null;
  }, [open, rows]);
  const close = (id: string): void => {
    closed.current = id;
    closeForm();
  };
  const awaited = useDeletedRow(open !== null && open !== newQuestion && !here.has(open) ? draftIdOf(eventId, open) : null, () => {
    toast(t('admin_faq.gone'), 'error');
    close(newQuestion);
  });
  const form =
    open !== null &&
    !awaited &&
    around(
      <FaqForm
        key={open}
        eventId={eventId}
        row={rows.find(({ row }) => row.id === open)?.row ?? null}
        draftId={draftIdOf(eventId, open)}
        position={Math.max(0, ...rows.map(({ row }) => row.position)) + 1}
        onClose={(saved) => close(saved ?? open)}
      />,
    );
  const view = (
    <Link href="/faq" className={buttonClass('icon')} aria-label={t('admin_faq.view')} title={t('admin_faq.view')}>
      <Eye aria-hidden="true" />
    </Link>
  );
  return (
    <Screen title={t('admin_faq.title')} lead={<BackToOverview />} note={t('admin_faq.text')} actions={view}>
      <div className={styles.tools}>
        <Button {...add} look="primary" disabled={open !== null || rows.length >= limits.faqEntries}>
          <Plus aria-hidden="true" />
          {t('admin_faq.add')}
        </Button>
      </div>
      {open !== null && !here.has(open) && form}
      {elsewhere.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {rows.length === 0 && open === null && (
        <EmptyList icon={CircleQuestionMark} title={t('admin_faq.empty')} text={t('admin_faq.empty_text')} />
      )}
      {rows.length > 0 && (
        <ul className={styles.list} aria-label={t('admin_faq.title')}>
          {rows.map(({ row, waiting }, index) => (
            <li key={row.id} className={styles.item}>
              {open === row.id ? (
                form
              ) : (
                <FaqRow
                  row={row}
                  waiting={waiting}
                  index={index}
                  count={rows.length}
                  onEdit={open === null ? () => setOpen(row.id) : undefined}
                  onMoved={(number, total) => announce(t('admin_faq.moved', { number, total }))}
                  onDeleted={() => (open === null ? add.ref.current?.focus() : focusHeading())}
                />
              )}
              {problems.get(row.id)?.map((entry) => (
                <Refused key={entry.key} entry={entry} />
              ))}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </Screen>
  );
}

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

function FaqForm({ eventId, row, draftId, position, onClose }: FaqFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { base, values, change, clear } = useRowForm({ draftId, row, valuesOf });
  const gone = row === null && base !== null;
  const read = readForm(t, values);
  const { undecided, changes, ...clashProps } = useClashes(faqEntries, { base, row, edited: read.kind === 'args' ? read.args : null });
  const commandsOf = (id: string, edited: FaqValues): Command[] => {
    if (!row || !base) return [command('faqEntries', 'create', { ...edited, position }, { id, eventId })];
    const changed = changes();
    return Object.keys(changed).length > 0 ? [command('faqEntries', 'edit', changed, { id, eventId })] : [];
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
