import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { AdminUser } from '#contract/endpoints/admin-users.ts';
import badges from '#ui/theme/badge.module.css';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import styles from './users-table.module.css';

export function UsersTable({ users, hrefOf }: { users: readonly AdminUser[]; hrefOf: (user: AdminUser) => string }): ReactNode {
  const { t } = useTranslation();
  if (users.length === 0) return null;
  return (
    <table className={styles.table} aria-label={t('admin_users.title')}>
      <thead>
        <tr>
          <th scope="col">{t('admin_users.person')}</th>
          <th scope="col">{t('admin_users.event')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <Link href={hrefOf(user)} className={styles.person}>
                <Avatar name={user.name} image={user.image} />
                <span className={styles.names}>
                  <span className={styles.name}>
                    {personName(t, user)} {user.role === 'admin' && <span className={badges.badge}>{t('admin_users.global')}</span>}
                  </span>
                  <span className={styles.dim}>{user.email}</span>
                </span>
              </Link>
            </td>
            <td className={styles.event}>
              {user.activeEvent?.title ?? t('admin_users.no_event')}
              {user.eventRole && <span className={styles.dim}>{t(`admin_users.is_${user.eventRole}`)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
