import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/overlays/toasts.ts';
import { Button, type ButtonLook } from '#ui/theme/button.tsx';
import styles from './copy.module.css';

export function CopyButton({ text }: { text: string }): ReactNode {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t('refused.copied'));
    } catch {
      toast(t('refused.copy_failed'), 'error');
    }
  };
  return <Button onClick={() => void copy()}>{t('refused.copy')}</Button>;
}

/** In milliseconds. */
const confirmationLife = 2_000;

interface CopyActionProps {
  text: string;
  action: string;
  look?: ButtonLook;
}

/** A button that copies a text and confirms it for two seconds. */
export function CopyAction({ text, action, look = 'plain' }: CopyActionProps): ReactNode {
  const { t } = useTranslation();
  // Counts copies, so that a second one restarts the two seconds.
  const [copies, setCopies] = useState(0);
  const copied = copies > 0;
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), confirmationLife);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies(copies + 1);
    } catch {
      toast(t('refused.copy_failed'), 'error');
    }
  };
  return (
    <>
      <Button look={look} className={styles.copy} onClick={() => void copy()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? t('share.copied') : action}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && t('share.copied')}
      </span>
    </>
  );
}

interface CopyLineProps {
  label: string;
  text: string;
  /** The displayed form if it differs from the text. */
  shown?: ReactNode;
  action: string;
}

/** A text to pass on, with its button in the same box. */
export function CopyLine({ label, text, shown = text, action }: CopyLineProps): ReactNode {
  return (
    <div className={styles.line}>
      <p className={styles.label}>{label}</p>
      <div className={styles.box}>
        <p className={styles.text}>{shown}</p>
        <CopyAction text={text} action={action} look="quiet" />
      </div>
    </div>
  );
}
