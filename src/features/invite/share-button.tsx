import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/theme/button.tsx';
import { toast } from '../../ui/overlays/toasts.ts';

/** Hands an invitation to the phone's own share sheet (Web Share API); nothing where there is none. */
export function ShareButton({ text, url }: { text: string; url: string }): ReactNode {
  const { t } = useTranslation();
  if (!navigator.share) return null;
  const share = (): void => {
    navigator.share({ text, url }).catch((error: unknown) => {
      // Whoever closes the sheet has seen it.
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
