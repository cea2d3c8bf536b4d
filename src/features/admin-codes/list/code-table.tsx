import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Code, isUsedUp } from '#contract/resources/codes.ts';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import badge from '#ui/theme/badge.module.css';
import { classes } from '#ui/theme/classes.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { stateOf } from '../code-state.ts';
import styles from './code-table.module.css';
import type { CodeItem } from '../use-admin-codes.ts';

interface CodeTableProps {
  items: readonly CodeItem[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, chosen: boolean) => void;
  onEdit: (id: string) => void;
  onDelete: (id: string) => void;
}

export function CodeTable({ items, chosen, onChoose, onEdit, onDelete }: CodeTableProps): ReactNode {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={t('event_codes.title')}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{t('event_codes.choose_column')}</th>
          <th scope="col">{t('event_codes.code')}</th>
          <th scope="col">{t('event_codes.state_column')}</th>
          <th scope="col">{t('event_codes.used_by')}</th>
          <th scope="col">{t('event_codes.actions_column')}</th>
        </tr>
      </thead>
      <tbody className={styles.body}>
        {items.map((item) => (
          <CodeLine
            key={item.row.id}
            item={item}
            chosen={chosen.has(item.row.id)}
            onChoose={onChoose}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

type CodeLineProps = Omit<CodeTableProps, 'items' | 'chosen'> & { item: CodeItem; chosen: boolean };

function CodeLine({ item: { row, waiting, email }, chosen, onChoose, onEdit, onDelete }: CodeLineProps): ReactNode {
  const { t } = useTranslation();
  const state = stateOf(row);
  return (
    <tr className={styles.row} data-code={row.id}>
      <td className={styles.choose}>
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t('event_codes.choose', { code: row.code })}
            onChange={(event) => onChoose(row.id, event.target.checked)}
          />
        </label>
      </td>
      <td className={styles.code}>
        {row.code}
        {waiting && <WaitingMark />}
      </td>
      <td className={styles.state}>
        <span className={classes(badge.badge, styles[state])}>{t(`event_codes.state.${state}`)}</span>
      </td>
      <td className={styles.user}>{state === 'used' && (email ?? t('event_codes.somebody_gone'))}</td>
      <td className={styles.actions}>
        <CodeMenu row={row} onEdit={() => onEdit(row.id)} onDelete={() => onDelete(row.id)} />
      </td>
    </tr>
  );
}

interface CodeMenuProps {
  row: Code;
  onEdit: () => void;
  onDelete: () => void;
}

function CodeMenu({ row, onEdit, onDelete }: CodeMenuProps): ReactNode {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(row.code);
      toast(t('event_codes.copied'));
    } catch {
      toast(t('event_codes.copy_failed'), 'error');
    }
  };
  const kept = isUsedUp(row);
  return (
    <ActionMenu
      ofRow
      label={t('event_codes.actions', { code: row.code })}
      actions={[
        { label: t('event_codes.copy'), icon: <Copy aria-hidden="true" />, onChoose: () => void copy() },
        { label: t('event_codes.edit'), icon: <Pencil aria-hidden="true" />, onChoose: onEdit },
        {
          label: t('event_codes.delete'),
          icon: <Trash2 aria-hidden="true" />,
          disabled: kept,
          ...(kept && { why: t('event_codes.delete_used') }),
          onChoose: onDelete,
        },
      ]}
    />
  );
}
