import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsers, readUser } from '#contract/endpoints/admin-users.ts';
import { limits } from '#contract/limits.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { Button } from '#ui/theme/button.tsx';
import { personName } from '#ui/people/person-name.ts';
import styles from './audit-screen.module.css';

interface PersonFilterProps {
  person: number | null;
  onPerson: (id: number | null) => void;
}

export function PersonFilter({ person, onPerson }: PersonFilterProps): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const choose = (id: number): void => {
    setSearch('');
    onPerson(id);
  };
  return (
    <>
      <TextField
        type="search"
        label={t('admin_audit.person')}
        value={search}
        maxLength={limits.searchLength}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
      />
      {search.trim() !== '' && <Found search={search} onChoose={choose} />}
      {person !== null && <Chosen key={person} id={person} onClear={() => onPerson(null)} />}
    </>
  );
}

function Found({ search, onChoose }: { search: string; onChoose: (id: number) => void }): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(`${listUsers.path}?search=${encodeURIComponent(search)}`, listUsers.answer, 300);
  if (!data) return null;
  if (data.users.length === 0) return <p role="status">{t('participants.noResults')}</p>;
  return (
    <div className={styles.found}>
      {data.users.map((user) => (
        <Button key={user.id} onClick={() => onChoose(user.id)}>
          {personName(t, user)} ({user.email})
        </Button>
      ))}
    </div>
  );
}

function Chosen({ id, onClear }: { id: number; onClear: () => void }): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(readUser.path.replace(':id', String(id)), readUser.answer);
  const name = data ? personName(t, data) : `${id}`;
  return (
    <div className={styles.found}>
      <Button look="subtle" aria-label={t('admin_audit.without', { name })} onClick={onClear}>
        {name} <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}
