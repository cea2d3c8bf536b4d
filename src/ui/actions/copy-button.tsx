import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { toast } from '../overlays/toasts.ts';

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
