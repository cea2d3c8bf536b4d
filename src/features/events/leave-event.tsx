import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { leaveEvent } from '#sync/session/joining.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { listProblem } from './join-problem.ts';

/** `unsent`: `count` pending commands for the event; `theirs`: others rely on a row of this person. */
type Question = { readonly kind: 'first' } | { readonly kind: 'unsent'; readonly count: number } | { readonly kind: 'theirs' };

/** Leaves an event; asks again if commands are pending, or if others rely on rows of the person. */
export function LeaveEvent({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const { title } = event;

  const leave = async (sure: boolean): Promise<void> => {
    setQuestion(null);
    setBusy(true);
    const result = await leaveEvent(client, event.id, sure);
    setBusy(false);
    if (result.kind === 'still-theirs') setQuestion({ kind: 'theirs' });
    else if (result.kind === 'left') toast(t('eventSwitch.left', { title }));
    else toast(listProblem(t, result, t('eventSwitch.leave_failed')), 'error');
  };
  const confirmed = async (): Promise<void> => {
    const count = question?.kind === 'first' ? await client.db.outbox.filter(({ eventId }) => eventId === event.id).count() : 0;
    if (count > 0) setQuestion({ kind: 'unsent', count });
    else await leave(question?.kind === 'theirs');
  };
  const texts = (shown: Question): string => {
    if (shown.kind === 'first') return t('eventSwitch.leave_text', { title });
    return shown.kind === 'unsent' ? t('eventSwitch.leave_unsent', { count: shown.count }) : t('eventSwitch.leave_theirs');
  };
  return (
    <>
      <Button
        look="subtle"
        aria-label={`${t('eventSwitch.leave')}: ${title}`}
        disabled={busy}
        onClick={() => setQuestion({ kind: 'first' })}
      >
        {t(busy ? 'eventSwitch.leaving' : 'eventSwitch.leave')}
      </Button>
      {question && (
        <Confirm
          key={question.kind}
          title={t('eventSwitch.leave_title', { title })}
          text={texts(question)}
          action={t(question.kind === 'first' ? 'eventSwitch.leave' : 'eventSwitch.leave_anyway')}
          onConfirm={() => void confirmed()}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  );
}
