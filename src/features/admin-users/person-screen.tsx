import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { readUser } from '#contract/endpoints/admin-users.ts';
import { QueryProblem } from '#feature-kit/query-problem.tsx';
import { useQuery } from '#feature-kit/use-query.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { EraseCard } from './erase-card.tsx';
import { EventsCard } from './events-card.tsx';
import styles from './person-screen.module.css';
import { RoleCard } from './role-card.tsx';
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
    <Screen
      title={person ? personName(t, person) : t('admin_users.person')}
      lead={
        <Link href={back} className={classes(buttonClass('subtle'), styles.back)}>
          <ArrowLeft aria-hidden="true" />
          {t('admin_users.back')}
        </Link>
      }
    >
      <QueryProblem error={error} stale={person !== null} otherwise={t('admin_users.error')} onAgain={refetch} />
      {!person && !error && <Spinner label={t('app.loading')} />}
      {person && (
        <>
          <div className={styles.head}>
            <Avatar name={person.name} image={person.image} large />
            <div className={styles.names}>
              <p>{person.email}</p>
              <Link href={`/admin/global/audit/person/${id}`}>{t('admin_users.audit')}</Link>
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
