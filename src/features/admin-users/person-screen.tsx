import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import { type AdminPerson, readUser, setRole } from '#contract/endpoints/admin-users.ts';
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
import { SignInCard } from './sign-in-card.tsx';

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
