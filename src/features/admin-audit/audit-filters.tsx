import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsers, readUser } from '#contract/endpoints/admin-users.ts';
import { type AuditLog, type AuditSubject, auditSubjects } from '#contract/endpoints/audit.ts';
import { limits } from '#contract/limits.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { SelectField } from '#ui/forms/fields/select-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { personName } from '#ui/people/person-name.ts';
import { Button } from '#ui/theme/button.tsx';
import { type AuditFilter, everything } from './audit-query.ts';
import styles from './audit-screen.module.css';

interface AuditFiltersProps {
  filter: AuditFilter;
  person: number | null;
  events: AuditLog['events'];
  onFilter: (filter: AuditFilter) => void;
  onPerson: (id: number | null) => void;
}

export function AuditFilters({ filter, person, events, onFilter, onPerson }: AuditFiltersProps): ReactNode {
  const { t } = useTranslation();
  const isFiltered = person !== null || Object.values(filter).some((value) => value !== '');
  const day = (name: 'from' | 'to'): ReactNode => (
    <TextField
      type="date"
      label={t(`admin_audit.${name}`)}
      value={filter[name]}
      onChange={({ target }) => onFilter({ ...filter, [name]: target.value })}
    />
  );
  return (
    <section className={styles.filters} aria-label={t('admin_audit.filters')}>
      <div className={styles.fields}>
        <SelectField
          label={t('admin_audit.kind')}
          value={filter.kind}
          onChange={({ target }) => onFilter({ ...filter, kind: target.value as AuditSubject | '' })}
          options={[
            { value: '', label: t('admin_audit.any') },
            ...auditSubjects.map((subject) => ({ value: subject, label: t(`admin_audit.subject.${subject}`) })),
          ]}
        />
        <SelectField
          label={t('admin_audit.event')}
          value={filter.event}
          onChange={({ target }) => onFilter({ ...filter, event: target.value })}
          options={[
            { value: '', label: t('admin_audit.any_event') },
            ...events.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
        {day('from')}
        {day('to')}
      </div>
      <PersonFilter person={person} onPerson={onPerson} />
      {isFiltered && (
        <div>
          <Button
            look="quiet"
            onClick={() => {
              onFilter(everything);
              if (person !== null) onPerson(null);
            }}
          >
            {t('admin_audit.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface PersonFilterProps {
  person: number | null;
  onPerson: (id: number | null) => void;
}

function PersonFilter({ person, onPerson }: PersonFilterProps): ReactNode {
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
        {name} <X aria-hidden="true" />
      </Button>
    </div>
  );
}
