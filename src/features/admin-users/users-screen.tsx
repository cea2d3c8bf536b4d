import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import { type AdminUser, listUsers, type UserList } from '#contract/endpoints/admin-users.ts';
import { QueryProblem } from '#feature-kit/query-problem.tsx';
import { type Query, useQuery } from '#feature-kit/use-query.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import badges from '#ui/theme/badge.module.css';
import { Button } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination, useLastPage } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { PersonScreen } from './person-screen.tsx';
import styles from './users-screen.module.css';

const pathOf = (page: number): string => (page === 1 ? '/admin/global/users' : `/admin/global/users/${page}`);

/** Time (ms) without a key press before a search is sent. */
const pause = 300;

/** Lists all accounts, or shows one of them; `page` counts from 1. */
export function UsersScreen({ page, person }: { page: number; person: number | null }): ReactNode {
  const [search, setSearch] = useState('');
  const list = useQuery(`${listUsers.path}?page=${page}&search=${encodeURIComponent(search)}`, listUsers.answer, pause);
  if (person !== null) return <PersonScreen key={person} id={person} back={pathOf(page)} onChanged={list.refetch} />;
  return <UsersList page={page} search={search} list={list} onSearch={setSearch} />;
}

interface UsersListProps {
  page: number;
  search: string;
  list: Query<UserList>;
  onSearch: (search: string) => void;
}

function UsersList({ page, search, list: { data, error, refetch }, onSearch }: UsersListProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useLastPage(page, data && data.pagination, pathOf);
  const change = (text: string): void => {
    onSearch(text);
    if (page > 1) navigate(pathOf(1), { replace: true });
  };
  return (
    <Screen
      title={t('admin_users.title')}
      lead={<BackLink href="/admin/global" label={t('admin_global.title')} />}
      note={t('admin_online.note')}
    >
      <SearchField ref={field} label={t('participants.search')} value={search} onChange={change} />
      <QueryProblem error={error} stale={data !== null} otherwise={t('admin_users.error')} onAgain={refetch} />
      {data === null && error === null && <Spinner label={t('app.loading')} />}
      {data && (
        <>
          <div role="status">
            {data.pagination.totalCount === 0 ? (
              <EmptyState icon={SearchX} title={t('participants.noResults')}>
                <Button
                  onClick={() => {
                    change('');
                    field.current?.focus();
                  }}
                >
                  {t('participants.clear_search')}
                </Button>
              </EmptyState>
            ) : (
              t('admin_users.count', { count: data.pagination.totalCount })
            )}
          </div>
          <UsersTable users={data.users} hrefOf={({ id }) => `${pathOf(page)}/person/${id}`} />
          <Pagination page={Math.min(page, data.pagination.totalPages)} pages={data.pagination.totalPages} href={pathOf} />
        </>
      )}
    </Screen>
  );
}

function UsersTable({ users, hrefOf }: { users: readonly AdminUser[]; hrefOf: (user: AdminUser) => string }): ReactNode {
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
