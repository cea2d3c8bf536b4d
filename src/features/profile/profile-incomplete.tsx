import UserPen from 'lucide-react/icons/user-pen';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMe, useObservable, useSession } from '#sync/react/hooks.tsx';
import { profileProblem } from './completeness.ts';
import styles from './profile-incomplete.module.css';

export function ProfileIncomplete(): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const { sendsMail } = useObservable(useSession().site);
  const problem = me ? profileProblem(me) : null;
  if (problem === null) return null;
  // Without mails, nobody can confirm an address.
  if (problem === 'unconfirmed' && sendsMail === false) return null;
  return (
    <Link href="/my-profile" className={styles.card}>
      <UserPen aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.problem}>{t(`profile_incomplete.${problem}`)}</span>
        <span>{t(problem === 'unconfirmed' ? 'profile_incomplete.confirm' : 'profile_incomplete.complete')}</span>
      </span>
    </Link>
  );
}
