import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { draftedBy } from '../../commands/drafted-by.ts';
import { type ResendProps, useResend } from '../../sync/react/use-resend.ts';
import card from '../../ui/look/card.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { changedFields, rowForm } from '../../ui/forms/row-form.ts';
import { focusFirstProblem, ScheduleFields } from './schedule-fields.tsx';
import { readForm, valuesOf } from './schedule-form.ts';

/** Changes a refused entry before it is sent again. */
export function ResendForm(props: ResendProps): ReactNode {
  const event = useLive((db) => db.mirror('events').get(props.entry.eventId), [props.entry.eventId]);
  return event && <Fields {...props} timeZone={event.timeZone} />;
}

function Fields({ timeZone, ...props }: ResendProps & { timeZone: string }): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { draft, setDraft, send, cancel } = useResend(props);
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const drafted = draftedBy<ScheduleEntry>(entry);
  const { values, ...form } = rowForm(drafted, draft, (row) => valuesOf(row, timeZone));
  const read = readForm(values, drafted, timeZone);
  const problems = read.kind === 'problems' ? read.problems : {};
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    setTried(true);
    if (read.kind === 'problems') return focusFirstProblem(element.current, read.problems);
    // An edit goes out with what differs from the entry that it was made on.
    const args = entry.mutation === 'create' ? read.fields : changedFields(read.fields, entry.base as ScheduleEntry);
    void send(Object.keys(args).length > 0 ? args : entry.args);
  };
  return (
    <form ref={element} className={card['card']} aria-label={t('admin_schedule.edit_title')} onSubmit={submit} noValidate>
      <ScheduleFields
        values={values}
        problems={tried ? problems : {}}
        onChange={(part) => setDraft(form.with(part))}
        timeZone={timeZone}
        titleRef={title}
      />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
