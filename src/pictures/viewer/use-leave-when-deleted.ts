import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWayBelow } from '#ui/overlays/over-page.ts';
import { toast } from '#ui/overlays/toasts.ts';

/** Goes back to the screen below if the shown picture does not exist, or cannot be shown for another reason, and shows why. */
export function useLeaveWhenDeleted(gone: boolean, reason?: string): void {
  const { t } = useTranslation();
  const close = useWayBelow();
  const left = useRef(false);
  useEffect(() => {
    if ((!gone && reason === undefined) || left.current) return;
    left.current = true;
    close();
    toast(gone ? t('picture_view.gone') : (reason ?? ''));
  });
}
