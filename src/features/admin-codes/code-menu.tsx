import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Code, isUsedUp } from '#contract/resources/codes.ts';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';

interface CodeMenuProps {
  row: Code;
  onEdit: () => void;
  onDelete: () => void;
}

export function CodeMenu({ row, onEdit, onDelete }: CodeMenuProps): ReactNode {
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
