import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banMember, memberRole, setMemberRole } from '#contract/endpoints/admin-users.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { RemoveContent } from '#commands/moderation/remove-content.tsx';
import { type Removal, RemoveMemberDialog } from '#commands/moderation/remove-member-dialog.tsx';
import { callProblem, removalTimeout } from '#feature-kit/call-problem.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { MemberRemoved } from './member-removed.ts';
import styles from './participants.module.css';

export function MemberActions({ person, onClose }: { person: Participant; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const params = { id: person.eventId, userId: person.userId };
  const path = memberRole.path.replace(':id', String(person.eventId)).replace(':userId', String(person.userId));
  const { data, error, refetch } = useQuery(path, memberRole.answer);
  const { busy, refused, proof, send } = useCall();
  const [removing, setRemoving] = useState(false);
  const name = personName(t, person);
  const noteRemoval = useContext(MemberRemoved);
  const change = async (role: 'participant' | 'admin'): Promise<void> => {
    if (!(await send(setMemberRole, params, { role }))) return;
    toast(t(role === 'admin' ? 'participants.made_admin' : 'participants.made_participant', { name }));
    refetch();
  };
  const remove = async (removal: Removal): Promise<void> => {
    setRemoving(false);
    if (!(await send(banMember, params, removal, removalTimeout))) return;
    toast(t('participants.removed', { name }));
    noteRemoval();
    onClose();
    // The button that had the focus disappears with its person.
    focusHeading();
  };
  const problem = refused ?? error;
  return (
    <div className={styles.actions} aria-busy={busy}>
      {data && (
        <>
          <p>{t(data.role === 'admin' ? 'participants.is_admin' : 'participants.is_participant')}</p>
          <Button aria-disabled={busy} onClick={() => void change(data.role === 'admin' ? 'participant' : 'admin')}>
            {t(data.role === 'admin' ? 'participants.make_participant' : 'participants.make_admin')}
          </Button>
          <RemoveContent person={person} />
          <Button look="quietDanger" aria-disabled={busy} onClick={() => setRemoving(true)}>
            {t('participants.remove')}
          </Button>
        </>
      )}
      <FormError error={problem && callProblem(t, problem, t('sync.server_failed_now'), t('participants.actions_no_network'))} />
      {proof}
      {removing && (
        <RemoveMemberDialog
          person={person}
          title={t('participants.remove_title', { name })}
          text={t('participants.remove_text')}
          action={t('participants.remove')}
          onConfirm={(removal) => void remove(removal)}
          onCancel={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
