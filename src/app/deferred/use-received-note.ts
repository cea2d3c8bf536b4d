import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { claimReceived, receivedPath } from '#sync/device/received-content.ts';
import { useSessionState, useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';

/** Reminds of content that another app shared, and that was left without a place or arrived before the sign-in. */
export function useReceivedNote(): void {
  const { t } = useTranslation();
  const { store, userId } = useSync();
  const [path, navigate] = useLocation();
  const remind = useEffectEvent((): void => {
    if (path.startsWith(receivedPath)) return;
    toast(t('received.waiting'), 'info', { label: t('received.show'), run: () => navigate(receivedPath) });
  });
  useEffect(() => {
    let open = true;
    claimReceived(store, userId).then(
      (waiting) => open && waiting.length > 0 && remind(),
      // The next start reads it again.
      () => undefined,
    );
    return () => {
      open = false;
    };
  }, [store, userId]);
}

/** Shows a signed-out person that shared content is kept. */
export function useSignInNote(): void {
  const { t } = useTranslation();
  const { status } = useSessionState();
  const [path] = useLocation();
  const isKept = status === 'signed-out' && path === receivedPath;
  useEffect(() => {
    if (isKept) toast(t('received.sign_in'));
  }, [isKept, t]);
}
