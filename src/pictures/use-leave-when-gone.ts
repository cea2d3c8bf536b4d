import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWayBelow } from '../ui/overlays/over-page.ts';
import { toast } from '../ui/overlays/toasts.ts';

/** Leads to the screen below where the picture that is to be shown is not there, or no longer, and says why the view has closed. */
export function useLeaveWhenGone(gone: boolean): void {
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
