import { Menu } from '@base-ui/react/menu';
import Copy from 'lucide-react/icons/copy';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Code, isUsedUp } from '../../../contract/resources/codes.ts';
import { buttonClass } from '../../ui/look/button.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { useCloseRequest } from '../../ui/over/use-close-request.ts';
import { withinMain } from '../../ui/over/within-main.ts';
import styles from './code-menu.module.css';

interface CodeMenuProps {
  row: Code;
  onEdit: () => void;
  onDelete: () => void;
}

/** What may be done with one code. */
export function CodeMenu({ row, onEdit, onDelete }: CodeMenuProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = t('event_codes.actions', { code: row.code });
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className={buttonClass('icon')} aria-label={label} title={label} data-menu="">
        <EllipsisVertical aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal container={withinMain()}>
        <Menu.Positioner className={styles['positioner']} align="end" sideOffset={4} collisionPadding={8}>
          <Menu.Popup className={styles['popup']}>
            <Items row={row} onEdit={onEdit} onDelete={onDelete} onClose={() => setOpen(false)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ row, onEdit, onDelete, onClose }: CodeMenuProps & { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const why = useId();
  useCloseRequest(onClose);
  const kept = isUsedUp(row);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(row.code);
      toast(t('event_codes.copied'));
    } catch {
      toast(t('event_codes.copy_failed'), 'error');
    }
  };
  return (
    <>
      <Menu.Item className={styles['item']} onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {t('event_codes.copy')}
      </Menu.Item>
      <Menu.Item className={styles['item']} onClick={onEdit}>
        <Pencil aria-hidden="true" />
        {t('event_codes.edit')}
      </Menu.Item>
      <Menu.Item
        className={styles['item']}
        aria-label={t('event_codes.delete')}
        aria-describedby={kept ? why : undefined}
        title={kept ? t('event_codes.delete_used') : undefined}
        disabled={kept}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" />
        <span>
          {t('event_codes.delete')}
          {kept && (
            // On a phone nothing hovers.
            <span id={why} className={styles['why']}>
              {t('event_codes.delete_used')}
            </span>
          )}
        </span>
      </Menu.Item>
    </>
  );
}
