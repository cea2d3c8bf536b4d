import Trash2 from 'lucide-react/icons/trash-2';
import UserX from 'lucide-react/icons/user-x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { banMember } from '#contract/endpoints/admin-users.ts';
import { useRemoveContent } from '#commands/moderation/remove-content.tsx';
import { type Removal, RemoveMemberDialog } from '#commands/moderation/remove-member-dialog.tsx';
import { callProblem, removalTimeout } from '#feature-kit/call-problem.ts';
import { useSync } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';

interface PersonMenuProps {
  event: EventRow;
  person: Participant;
  onRemoved: () => void;
}

/** Actions against the person of a report and everything of theirs. */
export function PersonMenu({ event, person, onRemoved }: PersonMenuProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Outcome | null>(null);
  const content = useRemoveContent({ person, onRemoved });
  const name = personName(t, person);
  const remove = async (removal: Removal): Promise<void> => {
    setAsking(false);
    setProblem(null);
    setBusy(true);
    const path = banMember.path.replace(':id', String(event.id)).replace(':userId', String(person.userId));
    const outcome = await client.call({ method: banMember.method, path, body: removal, timeout: removalTimeout });
    setBusy(false);
    if (outcome.kind === 'no-network' || outcome.status >= 300) {
      setProblem(outcome);
      return;
    }
    toast(t('admin_reports.person_removed', { name }));
    onRemoved();
    const engine = await client.engine();
    await engine.pull();
  };
  return (
    <>
      <ActionMenu
        ofRow
        label={t('admin_reports.more', { name })}
        actions={[
          {
            label: t('removal.delete_content'),
            icon: <Trash2 aria-hidden="true" />,
            disabled: content.busy,
            onChoose: content.ask,
          },
          {
            label: t('admin_reports.remove_person'),
            icon: <UserX aria-hidden="true" />,
            disabled: busy,
            onChoose: () => setAsking(true),
          },
        ]}
      />
      {content.question}
      <FormError error={problem && callProblem(t, problem, t('admin_reports.person_failed'), t('admin_reports.no_network'))} />
      {asking && (
        <RemoveMemberDialog
          person={person}
          title={t('admin_reports.person_title', { name })}
          text={t('admin_reports.person_text', { event: event.title })}
          action={t('admin_reports.remove_person')}
          onConfirm={(removal) => void remove(removal)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
