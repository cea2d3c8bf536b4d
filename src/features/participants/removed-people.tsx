import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readmitMember, type RemovedMember, removedMembers } from '#contract/endpoints/admin-users.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import styles from './participants.module.css';

/** Lists removed people for organisers; renders nothing if there is nobody, or no network. */
export function RemovedPeople({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const { data, refetch } = useQuery(removedMembers.path.replace(':id', String(event.id)), removedMembers.answer);
  const { busy, refused, send } = useCall();
  if (!data || data.removed.length === 0) return null;
  const readmit = async ({ id, name }: RemovedMember): Promise<void> => {
    if (!(await send(readmitMember, { id: event.id, removalId: id }))) return;
    toast(t('removal.let_in', { name: name || t('person.nameless') }));
    refetch();
  };
  return (
    <section className={styles.removed} aria-labelledby="removed-people">
      <h2 id="removed-people">{t('removal.people')}</h2>
      <p>{t('removal.people_text')}</p>
      <ul>
        {data.removed.map((one) => (
          <Row key={one.id} event={event} one={one} busy={busy} onReadmit={() => void readmit(one)} />
        ))}
      </ul>
      <FormError error={refused && callProblem(t, refused, t('sync.server_failed_now'), t('removal.no_network'))} />
    </section>
  );
}

interface RowProps {
  event: EventRow;
  one: RemovedMember;
  busy: boolean;
  onReadmit: () => void;
}

function Row({ event, one, busy, onReadmit }: RowProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const name = one.userId === null ? t('removal.deleted_account') : one.name || t('person.nameless');
  return (
    <li className={styles.removedPerson}>
      <span>
        {name}{' '}
        <time className={styles.time} dateTime={one.removedAt}>
          {formats.dateTime(one.removedAt)}
        </time>
      </span>
      <Button aria-disabled={busy} aria-label={`${t('removal.let_back_in')}: ${name}`} onClick={onReadmit}>
        {t('removal.let_back_in')}
      </Button>
    </li>
  );
}
