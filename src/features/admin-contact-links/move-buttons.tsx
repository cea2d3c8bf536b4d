import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/theme/button.tsx';

interface MoveButtonsProps {
  /** What is moved, for those who hear the button and do not see where it stands. */
  what: string;
  /** Its place, from 0, and how many there are. */
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
}

/** Moves something up or down among its like; the focus goes with it. */
export function MoveButtons({ what, index, count, onMove }: MoveButtonsProps): ReactNode {
  const { t } = useTranslation();
  const moving = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    moving.current?.focus();
    moving.current?.scrollIntoView({ block: 'nearest' });
    moving.current = null;
  }, [index]);
  const button = (by: -1 | 1, label: string, icon: ReactNode): ReactNode => {
    // Not disabled: at the end it still has the focus.
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
