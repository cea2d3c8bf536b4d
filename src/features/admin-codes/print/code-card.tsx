import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationUrl } from '#feature-kit/invitation-url.ts';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import styles from './print-screen.module.css';

export const CodeCard = memo(function CodeCard({ title, code }: { title: string; code: string }): ReactNode {
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
