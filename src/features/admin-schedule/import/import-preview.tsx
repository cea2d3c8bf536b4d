import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { command } from '#sync/outbox/command.ts';
import { Button } from '#ui/theme/button.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { FormResult } from '#ui/forms/form-result.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import type { ScheduleFields } from '#features/admin-schedule/form/schedule-form.ts';
import { useSendAll } from '../use-send-all.ts';
import styles from '../wide-dialog.module.css';
import type { Imported, LineProblem, Place } from './imported.ts';
import { planOf, type Step } from './plan.ts';

interface ImportPreviewProps {
  event: EventRow;
  rows: readonly ScheduleEntry[];
  imported: Imported;
  onClose: () => void;
  onOther: () => void;
}

type Chosen = Extract<Step, { kind: 'new' | 'changed' }>;

export function ImportPreview({ event, rows, imported, onClose, onOther }: ImportPreviewProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const { timeZone } = event;
  const [place, setPlace] = useState('');
  const [off, setOff] = useState<ReadonlySet<object>>(new Set());
  const deferredPlace = useDeferredValue(place.trim());
  const plan = useMemo(() => planOf(imported.lines, rows, { timeZone, place: '' }), [imported, rows, timeZone]);
  const steps = useMemo(
    () => (deferredPlace === '' ? plan : planOf(imported.lines, rows, { timeZone, place: deferredPlace })),
    [plan, imported, rows, timeZone, deferredPlace],
  );
  const open = steps.filter((step): step is Chosen => step.kind === 'new' || step.kind === 'changed');
  const chosen = open.filter(({ line }) => !off.has(line));
  const wrong = steps.filter((step) => step.kind === 'wrong');
  const count = (kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length;
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const send = useSendAll(onClose);
  const read: FormResult<Chosen[], never> =
    chosen.length > 0 ? { kind: 'args', args: chosen } : { kind: 'wrong', wrong: { form: t('admin_schedule.import.none_chosen') } };
  const form = useForm({
    read,
    failure: t('admin_schedule.import.failed'),
    send: (taken) => {
      const commands = taken.map((step) =>
        step.kind === 'new'
          ? command('schedule', 'create', step.fields, { eventId: event.id })
          : command('schedule', 'edit', step.changes, { id: step.row.id, eventId: event.id }),
      );
      return send(commands, t('admin_schedule.import.done', { count: commands.length }));
    },
  });
  const choose = (lines: readonly object[], taken: boolean): void => {
    const next = new Set(off);
    for (const line of lines) {
      if (taken) next.delete(line);
      else next.add(line);
    }
    setOff(next);
    form.changed();
  };
  const needsPlace = plan.some((step) => step.kind === 'wrong' && step.wrong.locationName === 'required');
  const isAll = chosen.length === open.length;
  return (
    <form {...form.props} className={styles.form} aria-label={t('admin_schedule.import.preview')}>
      <p ref={summary} tabIndex={-1} className={styles.summary}>
        {t('admin_schedule.import.summary', { added: count('new'), changed: count('changed'), same: count('same'), wrong: wrong.length })}
      </p>
      {needsPlace && (
        <TextField
          label={t('admin_schedule.import.place')}
          hint={t('admin_schedule.import.place_hint')}
          value={place}
          maxLength={limits.titleLength}
          onChange={({ target }) => setPlace(target.value)}
        />
      )}
      <WrongLines steps={wrong} />
      <LeftOut imported={imported} timeZone={timeZone} />
      <Locked locked={form.busy}>
        {open.length > 1 && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() =>
                choose(
                  open.map(({ line }) => line),
                  !isAll,
                )
              }
            />
            <span>{t('admin_schedule.import.all')}</span>
          </label>
        )}
        {open.length > 0 && <h3>{t('admin_schedule.import.changes')}</h3>}
        <ul className={styles.list} aria-label={t('admin_schedule.import.changes')}>
          {open.map((step, index) => (
            <ChosenStep
              key={step.line.number ?? `entry-${index}`}
              step={step}
              formats={formats}
              chosen={!off.has(step.line)}
              onChoose={(taken) => choose([step.line], taken)}
            />
          ))}
        </ul>
      </Locked>
      <Button look="quiet" className={styles.other} onClick={onOther}>
        {t('admin_schedule.import.other')}
      </Button>
      <div className={styles.foot}>
        <FormActions form={form} submit={t('admin_schedule.import.submit', { count: chosen.length })} onCancel={onClose} />
      </div>
    </form>
  );
}

interface ChosenStepProps {
  step: Extract<Step, { kind: 'new' | 'changed' }>;
  formats: Formats;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

function ChosenStep({ step, formats, chosen, onChoose }: ChosenStepProps): ReactNode {
  const { t } = useTranslation();
  const fields = step.kind === 'new' ? step.fields : step.row;
  return (
    <li className={styles.step}>
      <label className={styles.choice}>
        <input type="checkbox" checked={chosen} onChange={({ target }) => onChoose(target.checked)} />
        <span className={styles.what}>
          <span className={styles.dim}>{t(`admin_schedule.import.${step.kind}`)}</span> <span className={styles.title}>{fields.title}</span>{' '}
          <span className={styles.line}>
            {formats.span(fields.startDate, fields.endDate)} · {fields.locationName}
          </span>
          {step.kind === 'new' && step.sameName && (
            <span className={`${styles.line} ${styles.note}`}>
              {t('admin_schedule.import.same_name', { time: formats.clock(step.sameName.startDate) })}
            </span>
          )}
          {step.kind === 'changed' && <Changes row={step.row} changes={step.changes} formats={formats} />}
        </span>
      </label>
    </li>
  );
}

interface ChangesProps {
  row: ScheduleFields;
  changes: Partial<ScheduleFields>;
  formats: Formats;
}

function Changes({ row, changes, formats }: ChangesProps): ReactNode {
  const { t } = useTranslation();
  const next = { ...row, ...changes };
  const isMoved = changes.startDate !== undefined || changes.endDate !== undefined;
  const texts = (['title', 'locationName', 'locationAddress', 'locationUrl', 'details'] as const).filter(
    (field) => changes[field] !== undefined,
  );
  const lines = [
    ...(isMoved
      ? [[t('admin_schedule.time'), formats.span(row.startDate, row.endDate), formats.span(next.startDate, next.endDate)] as const]
      : []),
    ...texts.map((field) => [t(`admin_schedule.column.${field}`), row[field], next[field]] as const),
  ];
  return lines.map(([label, before, after]) => (
    <span key={label} className={styles.line}>
      {label}: {before !== null && <span className={styles.before}>{before}</span>} <span aria-hidden="true">→</span> <span>{after}</span>
    </span>
  ));
}

const mostTold = 50;

function WrongLines({ steps }: { steps: readonly Extract<Step, { kind: 'wrong' }>[] }): ReactNode {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  const nameOf = (place: Place): string | null => {
    if (place === 'line') return null;
    return t(`admin_schedule.column.${place}`);
  };
  return (
    <section className={styles.form}>
      <h3>{t('admin_schedule.import.wrong_title')}</h3>
      <ul className={styles.list}>
        {steps.slice(0, mostTold).map(({ line, wrong }, index) => (
          <li key={line.number ?? `entry-${index}`} className={styles.step}>
            <span className={styles.title}>
              {line.number === null ? '' : `${t('admin_schedule.import.line', { number: line.number })}: `}
              {line.values.title}
            </span>
            {(Object.entries(wrong) as [Place, LineProblem][]).map(([place, problem]) => (
              <span key={place} className={`${styles.line} ${styles.wrong}`}>
                {[nameOf(place), t(`admin_schedule.import.problem_${problem}`)].filter(Boolean).join(': ')}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {steps.length > mostTold && (
        <p className={styles.hint}>{t('admin_schedule.import.more_wrong', { count: steps.length - mostTold })}</p>
      )}
    </section>
  );
}

function LeftOut({ imported: { leftOut, guessed }, timeZone }: { imported: Imported; timeZone: string }): ReactNode {
  const { t } = useTranslation();
  const { unknownZones, withoutZone } = guessed;
  const guesses = [
    ...(unknownZones.length > 0 ? [t('admin_schedule.import.unknown_zone', { zones: unknownZones.join(', '), timeZone })] : []),
    ...(withoutZone > 0 ? [t('admin_schedule.import.without_zone', { count: withoutZone, timeZone })] : []),
  ];
  const reasons = leftOut.map(({ why, count, titles }) => (
    <p key={why} className={styles.hint}>
      {t(`admin_schedule.import.left_${why}`, { count })}
      {titles.length > 0 && ` ${titles.slice(0, 5).join(', ')}${titles.length > 5 ? ' …' : ''}`}
    </p>
  ));
  return (
    <>
      {guesses.map((text) => (
        <p key={text} className={styles.hint}>
          {text}
        </p>
      ))}
      {reasons}
    </>
  );
}
