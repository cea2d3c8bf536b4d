import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPerson, eraseUser, isTyped, nameToType } from '#contract/endpoints/admin-users.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { FieldError } from '#ui/forms/field-error.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { ActionCard } from './action-card.tsx';
import styles from './person-screen.module.css';

const choices = ['anonymise', 'delete'] as const;
type Choice = (typeof choices)[number];

export function EraseCard({ person, onErased }: { person: AdminPerson; onErased: () => void }): ReactNode {
  const { t } = useTranslation();
  const { busy, refused, proof, send } = useCall();
  const [open, setOpen] = useState(false);
  return (
    <ActionCard title={t('admin_users.erase')} text={t('admin_users.erase_text')} busy={busy} refused={refused} proof={proof}>
      {open ? (
        <EraseForm
          person={person}
          busy={busy}
          onCancel={() => setOpen(false)}
          onErase={async (body) => {
            if (!(await send(eraseUser, { id: person.id }, body))) return;
            toast(t('admin_users.erased', { name: personName(t, person) }));
            onErased();
          }}
        />
      ) : (
        <div className={styles.actions}>
          <Button look="quietDanger" onClick={() => setOpen(true)}>
            {t('admin_users.erase_open')}
          </Button>
        </div>
      )}
    </ActionCard>
  );
}

interface EraseFormProps {
  person: AdminPerson;
  busy: boolean;
  onCancel: () => void;
  onErase: (body: { shared: Choice; name: string }) => Promise<void>;
}

function EraseForm({ person, busy, onCancel, onErase }: EraseFormProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const [shared, setShared] = useState<Choice | null>(null);
  const [name, setName] = useState('');
  const expected = nameToType(person);
  const form = useForm({
    read: readFields(
      {
        shared: shared === null && t('admin_users.choose'),
        name: !isTyped(expected, name) && t('admin_users.type_name_problem', { name: expected }),
      },
      shared,
    ),
    failure: t('sync.server_failed_now'),
    send: async (choice) => {
      if (choice) await onErase({ shared: choice, name });
      return undefined;
    },
  });
  const { error, name: group, stale } = form.field('shared');
  return (
    <form {...form.props} className={styles.form} aria-label={t('admin_users.erase')}>
      <fieldset className={styles.choices} aria-describedby={error === null ? undefined : id}>
        <legend>{t('admin_users.shared')}</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input type="radio" name={group} checked={shared === choice} onChange={() => setShared(choice)} />
            {t(`admin_users.shared_${choice}`)}
          </label>
        ))}
        <FieldError id={id} error={error} stale={stale} />
      </fieldset>
      <TextField
        {...form.field('name')}
        label={t('admin_users.type_name', { name: expected })}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles.actions}>
        <Button look="danger" type="submit" aria-disabled={busy || form.busy}>
          {t('admin_users.erase_now')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}
