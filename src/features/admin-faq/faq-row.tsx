import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import { useUndoableRemoval } from '#commands/use-undoable-removal.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Beginning } from '#ui/text/folded-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './admin-faq.module.css';
import { moveOf } from './use-admin-faq.ts';

interface FaqRowProps {
  row: FaqEntry;
  waiting: boolean;
  /** Position in the list, from 0, and the number of questions. */
  index: number;
  count: number;
  /** Undefined while a form is open. */
  onEdit: (() => void) | undefined;
  /** Called with the new place, from 1. */
  onMoved: (number: number, total: number) => void;
  onDeleted: () => void;
}

/** Shows a question with the beginning of its answer; a tap opens its form, and the menu moves or deletes it. */
export function FaqRow({ row, waiting, index, count, onEdit, onMoved, onDeleted }: FaqRowProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const removeRow = useUndoableRemoval();
  const button = useRef<HTMLButtonElement>(null);
  const moving = useRef(false);
  const { id, eventId, question } = row;
  // A moved element loses the focus.
  useLayoutEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const move = async (by: -1 | 1): Promise<void> => {
    try {
      const moved = await moveOf(client.db, { eventId, id, by });
      if (!moved) return;
      moving.current = true;
      await (await client.engine()).executeAll([moved.command], null);
      onMoved(moved.place.position, moved.total);
    } catch {
      moving.current = false;
      toast(t('admin_faq.order_failed'), 'error');
    }
  };
  const remove = (): Promise<void> =>
    removeRow({
      resource: 'faqEntries',
      row,
      again: { question, answer: row.answer, position: row.position },
      done: t('admin_faq.deleted'),
      error: t('admin_faq.delete_failed'),
      onRemoved: onDeleted,
    });
  return (
    <article className={styles.row} data-faq={id} aria-label={question} tabIndex={-1}>
      <div className={styles.what}>
        <h2 className={styles.question}>
          <button
            type="button"
            className={styles.open}
            aria-label={`${t('admin_faq.edit')}: ${question}`}
            disabled={!onEdit}
            onClick={onEdit}
          >
            {question}
          </button>
        </h2>
        <div className={styles.answer}>
          <Beginning text={row.answer.replaceAll(/\s+/g, ' ')} lines={2} />
        </div>
        {waiting && <WaitingMark />}
      </div>
      <div className={styles.menu}>
        <ActionMenu
          ofRow
          label={t('admin_faq.actions', { question })}
          button={button}
          actions={[
            { label: t('admin_faq.move_up'), icon: <ArrowUp aria-hidden="true" />, disabled: index === 0, onChoose: () => void move(-1) },
            {
              label: t('admin_faq.move_down'),
              icon: <ArrowDown aria-hidden="true" />,
              disabled: index === count - 1,
              onChoose: () => void move(1),
            },
            { label: t('admin_faq.delete'), icon: <Trash2 aria-hidden="true" />, onChoose: () => void remove() },
          ]}
        />
      </div>
    </article>
  );
}
