import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import { type AdminPerson, endSessions, makeResetLink, readUser, setRole } from '#contract/endpoints/admin-users.ts';
import { QueryProblem } from '#feature-kit/query-problem.tsx';
import { useCall } from '#feature-kit/use-call.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { ActionCard } from './action-card.tsx';
import { EraseCard } from './erase-card.tsx';
import { EventsCard } from './events-card.tsx';
import styles from './person-screen.module.css';
import { momentText } from '#i18n/formats.ts';
import { CopyLine } from '#ui/actions/copy.tsx';

interface PersonScreenProps {
  id: number;
  back: string;
  onChanged: () => void;
}

export function PersonScreen({ id, back, onChanged }: PersonScreenProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isSelf = useMe()?.id === id;
  const { data: person, error, refetch } = useQuery(readUser.path.replace(':id', String(id)), readUser.answer);
  const changed = (): void => {
    refetch();
    onChanged();
  };
  const erased = (): void => {
    onChanged();
    navigate(back, { replace: true });
  };
  return (
    <Screen title={person ? personName(t, person) : t('admin_users.person')} lead={<BackLink href={back} label={t('admin_users.title')} />}>
      <QueryProblem error={error} stale={person !== null} otherwise={t('admin_users.error')} onAgain={refetch} />
      {!person && !error && <Spinner label={t('app.loading')} />}
      {person && (
        <>
          <div className={styles.head}>
            <Avatar name={person.name} image={person.image} large />
            <div className={styles.names}>
              <p>{person.email}</p>
              <Link href={`/admin/global/audit/person/${id}`} className={`${buttonClass('quiet')} ${styles.audit}`}>
                {t('admin_users.audit')}
              </Link>
            </div>
          </div>
          <RoleCard person={person} onChanged={changed} />
          <EventsCard person={person} onChanged={changed} />
          <SignInCard person={person} isSelf={isSelf} onChanged={changed} />
          {!isSelf && <EraseCard person={person} onErased={erased} />}
        </>
      )}
    </Screen>
  );
}

function RoleCard({ person, onChanged }: { person: AdminPerson; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  const { busy, refused, proof, send } = useCall();
  const [asking, setAsking] = useState(false);
  const isAdmin = person.role === 'admin';
  const way = isAdmin ? 'take' : 'give';
  const change = async (): Promise<void> => {
    setAsking(false);
    const done = await send(setRole, { id: person.id }, { role: isAdmin ? 'user' : 'admin' });
    if (!done) return;
    toast(t('admin_users.role_changed'));
    onChanged();
  };
  return (
    <ActionCard
      title={t('admin_users.global')}
      text={t(isAdmin ? 'admin_users.role_has' : 'admin_users.role_has_not')}
      busy={busy}
      refused={refused}
      proof={proof}
    >
      <div>
        <Button look={isAdmin ? 'quietDanger' : 'plain'} aria-disabled={busy} onClick={() => setAsking(true)}>
          {t(`admin_users.role_${way}`)}
        </Button>
      </div>
      {asking && (
        <Confirm
          title={t(`admin_users.role_${way}_title`, { name: personName(t, person) })}
          text={t(`admin_users.role_${way}_text`)}
          action={t(`admin_users.role_${way}`)}
          onConfirm={() => void change()}
          onCancel={() => setAsking(false)}
        />
      )}
    </ActionCard>
  );
}

interface SignInCardProps {
  person: AdminPerson;
  /** Global admins end their own sessions on their profile. */
  isSelf: boolean;
  onChanged: () => void;
}

/** Ends the sessions of a person, and creates a reset link, which is kept only until the page is left. */
function SignInCard({ person, isSelf, onChanged }: SignInCardProps): ReactNode {
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
