import Printer from 'lucide-react/icons/printer';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '#feature-kit/back-link.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { invitationUrl } from '#feature-kit/invitation-url.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { Button } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { codesPath } from '../code-filters.ts';
import { isIn } from '../code-state.ts';
import { useAdminCodes } from '../use-admin-codes.ts';
import styles from './print-screen.module.css';

/** Cards drawn at a time: more would block the screen. */
const step = 48;

/** A sheet to print and cut, with a card for each selected code, or for all unused ones. */
export function PrintScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useAdminCodes(event?.id ?? 0);
  // The list passes the selection in the history state, so it survives a reload.
  const [chosen] = useState(() => (history.state as { codes?: readonly string[] | null } | null)?.codes ?? null);
  const items = found?.items.filter(({ row }) => (chosen ? chosen.includes(row.id) : isIn('unused', row))) ?? [];
  const drawn = useGrowing(items.length);
  const waiting = items.filter((item) => item.waiting).length;
  if (!event || found?.eventId !== event.id) return null;
  const isReady = drawn >= items.length;
  return (
    <Screen
      title={t('event_codes.print_title')}
      lead={<BackLink href={codesPath} label={t('event_codes.title')} />}
      note={t('event_codes.print_text')}
    >
      {items.length > 0 && (
        <div className={styles.tools}>
          <Button look="primary" aria-disabled={!isReady} onClick={() => isReady && print()}>
            <Printer aria-hidden="true" />
            {t('event_codes.print', { number: items.length })}
          </Button>
        </div>
      )}
      {!isReady && <progress className={styles.progress} aria-label={t('event_codes.print_making')} max={items.length} value={drawn} />}
      {waiting > 0 && <p className={styles.waiting}>{t('event_codes.print_waiting', { count: waiting })}</p>}
      {items.length === 0 && <EmptyList icon={Printer} title={t('event_codes.print_empty')} text={t('event_codes.print_empty_text')} />}
      {items.length > 0 && (
        <ul className={styles.sheet}>
          {items.slice(0, drawn).map(({ row }) => (
            <CodeCard key={row.id} title={event.title} code={row.code} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

/** Returns the number of cards to draw: it grows with each turn of the event loop up to `total`. */
function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (drawn >= total) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + step));
    return () => clearTimeout(timer);
  }, [drawn, total]);
  return Math.min(drawn, total);
}

const CodeCard = memo(function CodeCard({ title, code }: { title: string; code: string }): ReactNode {
  const { t } = useTranslation();
  const address = `${location.host}${location.pathname}`.replace(/\/$/, '');
  return (
    <li className={styles.card}>
      <p className={styles.event}>{title}</p>
      <div className={styles.qr}>
        <QrCode text={invitationUrl(location, code)} label={t('event_codes.qr', { code })} />
      </div>
      <p className={styles.code}>{code}</p>
      <p className={styles.how}>{t('event_codes.print_how', { address })}</p>
    </li>
  );
});
