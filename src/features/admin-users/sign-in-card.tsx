import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPerson, endSessions, makeResetLink } from '#contract/endpoints/admin-users.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { momentText } from '#i18n/formats.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { CopyLine } from '#ui/actions/copy.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { ActionCard } from './action-card.tsx';
import styles from './person-screen.module.css';

interface SignInCardProps {
  person: AdminPerson;
  /** Global admins end their own sessions on their profile. */
  isSelf: boolean;
  onChanged: () => void;
}

/** Ends the sessions of a person, and creates a reset link, which is kept only until the page is left. */
export function SignInCard({ person, isSelf, onChanged }: SignInCardProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { busy, refused, proof, send } = useCall();
  const [asking, setAsking] = useState(false);
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null);
  const name = personName(t, person);
  const { id } = person;
  const signOut = async (): Promise<void> => {
    setAsking(false);
    if (!(await send(endSessions, { id }, {}))) return;
    toast(t('admin_users.signed_out', { name }));
    onChanged();
  };
  const make = async (): Promise<void> => {
    const made = await send(makeResetLink, { id }, {});
    if (made) setLink(made);
  };
  return (
    <ActionCard
      title={t('admin_users.sign_in')}
      text={person.sessions === 0 ? t('admin_users.no_devices') : t('admin_users.devices', { count: person.sessions })}
      busy={busy}
      refused={refused}
      proof={proof}
    >
      <div className={styles.actions}>
        <Button aria-disabled={busy} onClick={() => void make()}>
          {t('admin_users.make_link')}
        </Button>
        {!isSelf && person.sessions > 0 && (
          <Button look="quietDanger" aria-disabled={busy} onClick={() => setAsking(true)}>
            {t('admin_users.sign_out')}
          </Button>
        )}
      </div>
      {link && (
        <>
          <CopyLine label={t('admin_users.link')} text={link.url} action={t('share.copy_url')} />
          <p role="status" className={styles.dim}>
            {t('admin_users.link_text', { name, time: momentText(Date.parse(link.expiresAt), i18n.language) })}
          </p>
        </>
      )}
      {asking && (
        <Confirm
          title={t('admin_users.sign_out_title', { name })}
          text={t('admin_users.sign_out_text')}
          action={t('admin_users.sign_out')}
          onConfirm={() => void signOut()}
          onCancel={() => setAsking(false)}
        />
      )}
    </ActionCard>
  );
}
