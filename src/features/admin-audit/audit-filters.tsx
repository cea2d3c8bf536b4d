import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditLog, type AuditSubject, auditSubjects } from '#contract/endpoints/audit.ts';
import { SelectField } from '#ui/forms/fields/select-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { Button } from '#ui/theme/button.tsx';
import { type AuditFilter, everything } from './audit-query.ts';
import styles from './audit-screen.module.css';
import { PersonFilter } from './person-filter.tsx';

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
