import Check from 'lucide-react/icons/check';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '#contract/resources.ts';
import { reports as resource } from '#contract/resources/reports.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import type { Command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { ReportedThing } from './use-reports.ts';
import UserX from 'lucide-react/icons/user-x';
import type { EventRow } from '#contract/resources/events.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { banMember } from '#contract/endpoints/admin-users.ts';
import { type Removal, RemoveMemberDialog } from '#commands/moderation/remove-member-dialog.tsx';
import { callProblem, removalTimeout } from '#feature-kit/call-problem.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { personName } from '#ui/people/person-name.ts';

interface DecideProps {
  thing: ReportedThing;
  about: string;
  onDecided: () => void;
}

/** Decides all reports of one thing in one transaction, together with its removal. A dismissed thing can still be removed. */
export function Decide({ thing: { reports, isThere }, about, onDecided }: DecideProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const [{ state, resource: name, rowId, eventId }] = reports;
  const decide = async (mutation: 'dismiss' | 'remove'): Promise<void> => {
    setAsking(false);
    const decisions = reports.map(({ id }): Command => ({ resource, mutation, args: {}, id, eventId }));
    const removal: Command[] =
      mutation === 'remove' && isThere ? [{ resource: resourceNamed(name), mutation: 'remove', args: {}, id: rowId, eventId }] : [];
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([...decisions, ...removal], null);
      onDecided();
      toastDelivery(t, await delivery, t(mutation === 'dismiss' ? 'admin_reports.dismissed' : 'admin_reports.removed'));
    } catch {
      toast(t('admin_reports.error'), 'error');
    }
  };
  const mayRemove = state === 'open' || (state === 'dismissed' && isThere);
  return (
    <>
      {mayRemove && (
        <Button look="quietDanger" aria-label={`${t('admin_reports.remove')}: ${about}`} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          {t('admin_reports.remove')}
        </Button>
      )}
      {state === 'open' && (
        <Button look="quiet" aria-label={`${t('admin_reports.dismiss')}: ${about}`} onClick={() => void decide('dismiss')}>
          <Check aria-hidden="true" />
          {t('admin_reports.dismiss')}
        </Button>
      )}
      {asking && (
        <Confirm
          title={t('admin_reports.remove_title')}
          text={t('admin_reports.remove_text')}
          action={t('admin_reports.remove')}
          onConfirm={() => void decide('remove')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

export function RemovePerson({ event, person, onRemoved }: { event: EventRow; person: Participant; onRemoved: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Outcome | null>(null);
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
      <Button
        look="quietDanger"
        aria-disabled={busy}
        aria-label={`${t('admin_reports.remove_person')}: ${name}`}
        onClick={() => !busy && setAsking(true)}
      >
        <UserX aria-hidden="true" />
        {t('admin_reports.remove_person')}
      </Button>
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
