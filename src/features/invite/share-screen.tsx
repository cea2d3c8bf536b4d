import Link2 from 'lucide-react/icons/link-2';
import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shareCodeOf } from '#contract/resources/codes.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useOpenedStep } from '#feature-kit/first-steps/opened-steps.ts';
import { invitationUrl } from '#feature-kit/invitation-url.ts';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
import { CopyAction, CopyLine } from '#ui/actions/copy.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './share-screen.module.css';

export function ShareScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const eventId = event?.id ?? 0;
  useOpenedStep(event?.id, 'invitation');
  // Null means that the event has no code, undefined that it is not read.
  const code = useLive(
    async (db) => shareCodeOf(await db.mirror('codes').where('eventId').equals(eventId).toArray())?.code ?? null,
    [eventId],
  );
  const url = invitationUrl(location, code ?? '');
  return (
    <Screen title={t('share.title')} note={code ? t('share.text', { event: event?.title ?? '' }) : undefined}>
      {code === null && <EmptyList icon={Link2} title={t('share.empty')} text={t('share.empty_text')} blocks={1} />}
      {code && (
        <div className={`${card.card} ${styles.invitation}`}>
          <CopyLine label={t('share.url')} text={url} shown={breakable(url)} action={t('share.copy_url')} />
          <ShareButton text={t('share.invitation', { event: event?.title ?? '' })} url={url} />
          <div className={styles.code}>
            <QrCode text={url} label={t('share.qr')} />
            <p className={styles.line}>
              {t('share.code')} <strong>{code}</strong>
            </p>
            <CopyAction text={code} action={t('share.copy_code')} look="quiet" />
          </div>
        </div>
      )}
    </Screen>
  );
}

/** Returns the link with a possible line break before its code. */
function breakable(url: string): ReactNode {
  const code = url.indexOf('#');
  return (
    <>
      {url.slice(0, code)}
      <wbr />
      {url.slice(code)}
    </>
  );
}

/** Shares an invitation by the Web Share API; renders nothing if the browser lacks it. */
function ShareButton({ text, url }: { text: string; url: string }): ReactNode {
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
