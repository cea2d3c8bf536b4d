import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { IconButton } from '#ui/theme/button.tsx';

interface ArrangeMenuProps {
  /** The name of the block or link, for screen readers. */
  what: string;
  /** Its position, from 0, and the number of its list. */
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  /** Shown before the removal. */
  question: string;
  /** The reason if it cannot be removed. */
  kept?: string | undefined;
  onRemove: () => void;
}

/** Moves or removes a block or link; after a move, its button keeps the focus. */
export function ArrangeMenu({ what, index, count, onMove, question, kept, onRemove }: ArrangeMenuProps): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const moving = useRef(false);
  const [asking, setAsking] = useState(false);
  useLayoutEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const move = (by: -1 | 1): void => {
    moving.current = true;
    onMove(by);
  };
  return (
    <>
      <ActionMenu
        ofRow
        label={t('contact_links.actions', { what })}
        button={button}
        actions={[
          {
            label: t('contact_links.move_up'),
            icon: <ArrowUp aria-hidden="true" />,
            disabled: index === 0,
            onChoose: () => move(-1),
          },
          {
            label: t('contact_links.move_down'),
            icon: <ArrowDown aria-hidden="true" />,
            disabled: index === count - 1,
            onChoose: () => move(1),
          },
          {
            label: t('contact_links.delete'),
            icon: <Trash2 aria-hidden="true" />,
            ...(kept !== undefined && { disabled: true, why: kept }),
            onChoose: () => setAsking(true),
          },
        ]}
      />
      <Question title={asking ? t('contact_links.delete_what', { what }) : null} text={question} onClose={setAsking} onRemove={onRemove} />
    </>
  );
}

interface RemoveButtonProps {
  label: string;
  text: string;
  onRemove: () => void;
}

export function RemoveButton({ label, text, onRemove }: RemoveButtonProps): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={label} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Question title={asking ? label : null} text={text} onClose={setAsking} onRemove={onRemove} />
    </>
  );
}

interface QuestionProps {
  /** Null if nothing is asked. */
  title: string | null;
  text: string;
  onClose: (asking: false) => void;
  onRemove: () => void;
}

function Question({ title, text, onClose, onRemove }: QuestionProps): ReactNode {
  const { t } = useTranslation();
  if (title === null) return null;
  const agree = (): void => {
    onClose(false);
    onRemove();
  };
  return <Confirm title={title} text={text} action={t('contact_links.delete')} onConfirm={agree} onCancel={() => onClose(false)} />;
}
