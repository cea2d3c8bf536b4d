import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Device } from '#contract/endpoints/devices.ts';
import { momentText, recentText } from '#i18n/formats.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import badges from '#ui/theme/badge.module.css';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { toast } from '#ui/overlays/toasts.ts';
import { useNow } from '#ui/time/use-now.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { notePress } from '#feature-kit/pressed-link.ts';
import profile from '../profile-screen.module.css';
import styles from './devices-card.module.css';
import { useDevices } from './use-devices.ts';

/** Lists the sessions of the person, and ends them online. A loaded list stays visible without network. */
export function DevicesCard(): ReactNode {
  const { t } = useTranslation();
  const { list, failed, load, signOut } = useDevices();
  const [asking, setAsking] = useState<Device | 'others' | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Outcome | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow(60_000);
  /** Several phones of one kind are numbered. */
  const nameOf = (device: Device): string => {
    const alike = list?.filter(({ name }) => name === device.name) ?? [];
    const place = alike.findIndex(({ id }) => id === device.id);
    return `${device.name ?? t('devices.unknown')}${place > 0 ? ` (${place + 1})` : ''}`;
  };

  const ask = (which: Device | 'others'): void => {
    if (busy) return;
    setRefused(null);
    setAsking(which);
  };
  const agree = async (which: Device | 'others'): Promise<void> => {
    setAsking(null);
    setBusy(true);
    const outcome = await signOut(which);
    setBusy(false);
    setRefused(outcome);
    if (outcome !== null) return;
    toast(which === 'others' ? t('devices.others_signed_out') : t('devices.signed_out', { name: nameOf(which) }));
    // The focused button has disappeared.
    heading.current?.focus({ preventScroll: true });
  };
  const problem = refused ?? failed;
  return (
    <section className={card.card} aria-labelledby="devices-card" aria-busy={busy}>
      <h2 id="devices-card" ref={heading} tabIndex={-1} className={styles.heading}>
        {t('devices.title')}
      </h2>
      <p className={profile.dim}>{t('devices.text')}</p>
      {list === null && failed === null && <Spinner label={t('app.loading')} />}
      {list && (
        <ul className={styles.list}>
          {list.map((device) => (
            <li key={device.id} className={styles.device}>
              <DeviceFacts device={device} name={nameOf(device)} now={now} />
              {device.current ? (
                <Link href="/logout" className={buttonClass('subtle')} onClick={() => notePress('/logout')}>
                  {t('menu.logout')}
                </Link>
              ) : (
                <Button
                  look="quietDanger"
                  aria-disabled={busy}
                  aria-label={`${t('devices.sign_out')}: ${nameOf(device)}`}
                  onClick={() => ask(device)}
                >
                  {t('devices.sign_out')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormError error={problem && callProblem(t, problem, t('sync.server_failed_now'))} />
      <div className={profile.actions}>
        {failed && <Button onClick={load}>{t('app.try_again')}</Button>}
        {list && list.length > 1 && (
          <Button look="quietDanger" aria-disabled={busy} onClick={() => ask('others')}>
            {t('devices.sign_out_others')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title={asking === 'others' ? t('devices.others_title') : t('devices.sign_out_title', { name: nameOf(asking) })}
          text={t(asking === 'others' ? 'devices.others_text' : 'devices.sign_out_text')}
          action={t(asking === 'others' ? 'devices.sign_out_others' : 'devices.sign_out')}
          onConfirm={() => void agree(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </section>
  );
}

/** Shows facts of a device; `now` is in milliseconds since the epoch. */
function DeviceFacts({ device, name, now }: { device: Device; name: string; now: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const moment = (instant: string): string => momentText(Date.parse(instant), i18n.language);
  const lastSeen = recentText(Date.parse(device.lastSeenAt), now, i18n.language) ?? moment(device.lastSeenAt);
  return (
    <div className={styles.facts}>
      <p className={styles.name}>
        {name} {device.current && <span className={badges.badge}>{t('devices.current')}</span>}
      </p>
      <p className={profile.dim}>{t('devices.since', { time: moment(device.createdAt) })}</p>
      {!device.current && <p className={profile.dim}>{t('devices.last_seen', { time: lastSeen })}</p>}
    </div>
  );
}
