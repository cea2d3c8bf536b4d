import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';

/** Shares an invitation by the Web Share API; renders nothing if the browser lacks it. */
export function ShareButton({ text, url }: { text: string; url: string }): ReactNode {
  const { t } = useTranslation();
  if (!navigator.share) return null;
  const share = (): void => {
    navigator.share({ text, url }).catch((error: unknown) => {
      // The person closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast(t('share.failed'), 'error');
    });
  };
  return (
    <Button look="primary" onClick={share}>
      <Share2 aria-hidden="true" />
      {t('share.share')}
    </Button>
  );
}
