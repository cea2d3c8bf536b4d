import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '#ui/actions/confirm.tsx';
import { IconButton } from '#ui/theme/button.tsx';

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
