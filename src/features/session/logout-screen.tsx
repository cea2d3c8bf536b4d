import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { wasPressed } from '#feature-kit/pressed-link.ts';
import { StorageWarning } from '#feature-kit/storage-warning.tsx';
import type { SyncClient } from '#sync/engine/client.ts';
import { useObservable, useSession, useSessionState } from '#sync/react/hooks.tsx';
import type { LogoutChoice } from '#sync/session/session.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './logout-screen.module.css';

type Step =
  | { kind: 'busy' }
  /** Opened by an address that somebody else may have written, with nothing unsent. */
  | { kind: 'sure' }
  /** Commands are sent until that ends or is cancelled. */
  | { kind: 'sending'; calledOff: AbortController }
  | { kind: 'asking'; commands: number; drafts: number }
  /** Number of commands left after sending was tried. */
  | { kind: 'still-unsent'; commands: number }
  | { kind: 'failed' };

/** Logs out at once if a link of the app was pressed and nothing is unsent; otherwise asks first. */
export function LogoutScreen(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [step, setStep] = useState<Step>({ kind: 'busy' });
  const leave = useCallback(
    async (choice: LogoutChoice): Promise<void> => {
      const calledOff = new AbortController();
      setStep(choice === 'send' ? { kind: 'sending', calledOff } : { kind: 'busy' });
      try {
        const result = await session.logout(choice, calledOff.signal);
        if (result.kind === 'done' || result.kind === 'called-off') return;
        const { commands, drafts } = await session.unsent();
        // Drafts cannot be sent, so this is no failure.
        if (commands.length > 0) setStep({ kind: 'still-unsent', commands: commands.length });
        else setStep({ kind: 'asking', commands: 0, drafts });
      } catch {
        setStep({ kind: 'failed' });
      }
    },
    [session],
  );
  useEffect(() => {
    let here = true;
    const begin = async (): Promise<void> => {
      const { commands, drafts } = await session.unsent();
      if (!here) return;
      if (commands.length > 0 || drafts > 0) setStep({ kind: 'asking', commands: commands.length, drafts });
      else if (wasPressed('/logout')) await leave('discard');
      else setStep({ kind: 'sure' });
    };
    begin().catch(() => here && setStep({ kind: 'failed' }));
    return () => {
      here = false;
    };
  }, [session, leave]);
  // Cancels the logout of a person who navigates away.
  useEffect(() => (step.kind === 'sending' ? () => step.calledOff.abort() : undefined), [step]);
  const asks = step.kind !== 'busy' && step.kind !== 'sending' && step.kind !== 'sure';
  return (
    <Screen title={t('logout.title')}>
      {step.kind === 'busy' && (
        <div className={styles.busy}>
          <Spinner label={t('logout.busy')} />
        </div>
      )}
      {step.kind === 'sending' && <Sending onStay={() => step.calledOff.abort()} />}
      {step.kind === 'sure' && (
        <div className={styles.choices}>
          <p>{t('logout.sure')}</p>
          <Button look="primary" onClick={() => void leave('discard')}>
            {t('logout.title')}
          </Button>
          <Stay />
        </div>
      )}
      {step.kind === 'failed' && <p role="alert">{t('logout.failed')}</p>}
      {step.kind === 'still-unsent' && <p role="alert">{t('logout.still_unsent', { count: step.commands })}</p>}
      {step.kind === 'asking' && (
        <div>
          {step.commands > 0 && <p>{t('logout.unsent', { count: step.commands })}</p>}
          {step.drafts > 0 && <p>{t('logout.drafts', { count: step.drafts })}</p>}
          <p>{t('logout.question')}</p>
        </div>
      )}
      {asks && <Choices canSend={step.kind !== 'asking' || step.commands > 0} onChoice={(choice) => void leave(choice)} />}
    </Screen>
  );
}

function Choices({ canSend, onChoice }: { canSend: boolean; onChoice: (choice: LogoutChoice) => void }): ReactNode {
  const { t } = useTranslation();
  const [sure, setSure] = useState(true);
  return (
    <div className={styles.choices}>
      {canSend && (
        <div className={styles.choice}>
          <Button look="primary" onClick={() => onChoice('send')}>
            {t('logout.send')}
          </Button>
          <p className={styles.dim}>{t('logout.send_text')}</p>
        </div>
      )}
      <div className={styles.choice}>
        <Button onClick={() => onChoice('keep')}>{t('logout.keep')}</Button>
        <p className={styles.dim}>{t('logout.keep_text')}</p>
        <StorageWarning className={styles.dim} />
      </div>
      <div className={styles.choice}>
        <Button look="quietDanger" className={styles.quiet} onClick={() => setSure(false)}>
          {t('logout.discard')}
        </Button>
        <p className={styles.dim}>{t('logout.discard_text')}</p>
      </div>
      <Stay />
      {!sure && (
        <Confirm
          title={t('logout.discard_title')}
          text={t('logout.discard_text')}
          action={t('logout.discard')}
          onConfirm={() => onChoice('discard')}
          onCancel={() => setSure(true)}
        />
      )}
    </div>
  );
}

function Stay(): ReactNode {
  const { t } = useTranslation();
  return (
    <Link href="/home" className={classes(buttonClass('quiet'), styles.quiet)}>
      {t('logout.stay')}
    </Link>
  );
}

function Sending({ onStay }: { onStay: () => void }): ReactNode {
  const { t } = useTranslation();
  const state = useSessionState();
  return (
    <div className={styles.sending}>
      {state.status === 'signed-in' ? <Left client={state.client} /> : <p role="status">{t('logout.busy')}</p>}
      <Link href="/home" className={buttonClass()} onClick={onStay}>
        {t('logout.stay')}
      </Link>
    </div>
  );
}

function Left({ client }: { client: SyncClient }): ReactNode {
  const { t } = useTranslation();
  const { waiting } = useObservable(client.status);
  const upload = useObservable(client.upload);
  return (
    <>
      <p role="status">{waiting > 0 ? t('logout.sending', { count: waiting }) : t('logout.busy')}</p>
      {upload && <progress aria-label={t('photo_upload.sending')} {...(upload.sent < 1 ? { value: upload.sent } : {})} />}
    </>
  );
}
