import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWayBelow } from '#ui/overlays/over-page.ts';
import { toast } from '#ui/overlays/toasts.ts';

/** Goes back to the screen below if the shown picture does not exist, and shows why. */
export function useLeaveWhenDeleted(gone: boolean): void {
  const { t } = useTranslation();
  const close = useWayBelow();
  const left = useRef(false);
  useEffect(() => {
    if (!gone || left.current) return;
    left.current = true;
    close();
    toast(t('picture_view.gone'));
  });
}
