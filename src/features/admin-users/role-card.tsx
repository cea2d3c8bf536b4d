import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPerson, setRole } from '#contract/endpoints/admin-users.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { ActionCard } from './action-card.tsx';

export function RoleCard({ person, onChanged }: { person: AdminPerson; onChanged: () => void }): ReactNode {
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
