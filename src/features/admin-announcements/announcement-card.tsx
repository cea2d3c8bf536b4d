import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import { useClashes } from '../../commands/use-clashes.ts';
import { useDeliver } from '../../commands/use-deliver.ts';
import { useRowForm } from '../../commands/use-row-form.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { Meanwhile } from '../../ui/forms/clash-choices.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { Locked } from '../../ui/forms/locked.tsx';
import { Switch } from '../../ui/forms/fields/switch.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import cardStyles from '../../ui/look/card.module.css';
import { classes } from '../../ui/look/classes.ts';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './announcement-card.module.css';
import { AnnouncementFields } from './announcement-fields.tsx';
import { readForm, valuesOf } from './announcement-form.ts';
import { announcementWords } from './announcement-words.ts';
import { changeCommands, createCommands } from './save-announcement.ts';

interface AnnouncementCardProps {
  eventId: number;
  /** As it is now; null for a new one, and for one that somebody removed while it was being edited here. */
  row: Announcement | null;
  /** Under this name what is typed is kept. */
  draftId: string;
  /** A change of it has not reached the server yet. */
  waiting: boolean;
  /** Saved or cancelled. */
  onClose?: () => void;
}

/** One announcement as a form; Save and Cancel appear with the first change, for a new one at once. */
export function AnnouncementCard({ eventId, row, draftId, waiting, onClose }: AnnouncementCardProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { base, values, dirty, change, clear } = useRowForm({ draftId, row, valuesOf });
  const isNew = row === null;
  const gone = isNew && base !== null;
  const read = readForm(t, values);
  const { undecided, changes, ...meanwhile } = useClashes(announcements, { base, row, wanted: read.kind === 'args' ? read.args : null });
  const failure = t(isNew ? 'announcements.create_failed' : 'announcements.update_failed');
  const form = useForm({
    read,
    undecided,
    // Only a form that was just opened takes the focus.
    focus: onClose && !gone ? 'title' : undefined,
    failure,
    send: (wanted, isThere) => {
      const commands = base && row ? changeCommands(row, changes()) : createCommands(client.newId(), eventId, wanted);
      const ended = async (): Promise<void> => {
        await clear();
        close();
      };
      return deliver(commands, { draftId, isThere, close: ended }, { done: t('admin_announcements.saved'), refused: failure });
    },
  });
  const close = (): void => {
    onClose?.();
    const { current } = form.props.ref;
    const focused = document.activeElement;
    // Its buttons go: the focus stays with the announcement, unless the person has gone on.
    if (focused === document.body || current?.contains(focused)) current?.focus();
  };
  const cancel = (): void => {
    form.reset();
    void clear();
    close();
  };
  return (
    <form
      {...form.props}
      className={classes(cardStyles['card'], styles['card'])}
      aria-label={isNew ? t('admin_announcements.new') : row.title}
      tabIndex={-1}
    >
      {isNew && <h2>{t(gone ? 'admin_announcements.gone' : 'admin_announcements.new')}</h2>}
      {waiting && <WaitingMark />}
      <AnnouncementFields form={form} values={values} onChange={change} />
      <Locked locked={form.busy}>
        <Switch
          label={t('admin_announcements.active')}
          hint={t(base?.notificationSent && !waiting ? 'admin_announcements.active_sent' : 'admin_announcements.active_hint')}
          checked={values.active}
          onChange={(active) => change({ active })}
        />
        <Meanwhile
          {...meanwhile}
          label={(key) => announcementWords.label({ t }, key)}
          value={(fields) => announcementWords.value({ t }, fields)}
        />
      </Locked>
      {(dirty || isNew) && (
        <FormActions form={form} submit={t(gone ? 'conflict.gone_insist' : 'admin_announcements.save')} onCancel={cancel} />
      )}
    </form>
  );
}
