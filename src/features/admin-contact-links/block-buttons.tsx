import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '#ui/actions/confirm.tsx';
import { IconButton } from '#ui/theme/button.tsx';

interface MoveButtonsProps {
  /** The name of the moved thing, for screen readers. */
  what: string;
  /** Position of the thing, from 0, and their number. */
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
}

/** Moves something up or down in its list and keeps the focus on the button. */
export function MoveButtons({ what, index, count, onMove }: MoveButtonsProps): ReactNode {
  const { t } = useTranslation();
  const moving = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    moving.current?.focus();
    moving.current?.scrollIntoView({ block: 'nearest' });
    moving.current = null;
  }, [index]);
  const button = (by: -1 | 1, label: string, icon: ReactNode): ReactNode => {
    // The button is not `disabled`, because it has the focus at the end of the list.
    const ends = index + by < 0 || index + by >= count;
    return (
      <IconButton
        label={label}
        aria-disabled={ends}
        onClick={({ currentTarget }) => {
          if (ends) return;
          moving.current = currentTarget;
          onMove(by);
        }}
      >
        {icon}
      </IconButton>
    );
  };
  return (
    <>
      {button(-1, t('contact_links.move_up', { what }), <ArrowUp aria-hidden="true" />)}
      {button(1, t('contact_links.move_down', { what }), <ArrowDown aria-hidden="true" />)}
    </>
  );
}

interface RemoveButtonProps {
  label: string;
  text: string;
  disabled?: boolean;
  onRemove: () => void;
}

export function RemoveButton({ label, text, disabled, onRemove }: RemoveButtonProps): ReactNode {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const agree = (): void => {
    setAsking(false);
    onRemove();
  };
  return (
    <>
      <IconButton label={label} disabled={disabled} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {asking && (
        <Confirm title={label} text={text} action={t('contact_links.delete')} onConfirm={agree} onCancel={() => setAsking(false)} />
      )}
    </>
  );
}
