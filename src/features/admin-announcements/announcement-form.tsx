import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announcements } from '#contract/resources/announcements.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './admin-announcements.module.css';
import { AnnouncementFields, readForm, valuesOf } from './announcement-fields.tsx';
import { announcementWords } from './announcement-words.ts';
import { changeCommands, createCommands, switchCommand, usePublish } from './save-announcement.ts';
import type { AdminAnnouncement } from './use-admin-announcements.ts';

interface AnnouncementFormProps {
  event: EventRow;
  /** The current row; absent for a new one, and for one that was removed while its form was open. */
  found?: AdminAnnouncement | undefined;
  draftId: string;
  /** True if the first field takes the focus. */
  focus?: boolean;
  onClose: () => void;
}

/** The editor of an announcement: Publish or Keep as draft, and for a published one Save and Take down. */
export function AnnouncementForm({ event, found, draftId, focus = false, onClose }: AnnouncementFormProps): ReactNode {
  const { t } = useTranslation();
  const row = found?.row ?? null;
  const client = useSync();
  const deliver = useDeliver();
  const { turn, undo } = usePublish();
  const publishes = useRef(false);
  const { base, values, dirty, change, clear } = useRowForm({ draftId, row, valuesOf });
  const isNew = row === null;
  const isLive = row?.active ?? false;
  const read = readForm(t, values);
  const { undecided, changes, ...clashProps } = useClashes(announcements, { base, row, edited: read.kind === 'args' ? read.args : null });
  const failure = t(isNew ? 'announcements.create_failed' : 'announcements.update_failed');
  const form = useForm({
    read,
    undecided,
    failure,
    send: (edited, isThere) => {
      const target = { id: row?.id ?? client.newId(), eventId: event.id };
      const isPublished = publishes.current;
      const commands =
        base && row
          ? [...changeCommands(row, changes()), ...(isPublished ? [switchCommand(target, true)] : [])]
          : createCommands(target.id, event.id, edited, isPublished);
      const close = async (): Promise<void> => {
        await clear();
        onClose();
      };
      const done = isLive ? 'saved' : isPublished ? 'published' : 'kept';
      return deliver(
        commands,
        { draftId, isThere, close },
        { done: t(`admin_announcements.${done}`), refused: failure, action: isPublished ? undo(target, true) : undefined },
      );
    },
  });
  const { ref } = form.props;
  // After the layout effects: the heading of a new screen takes the focus first.
  useEffect(() => {
    if (focus) ref.current?.querySelector<HTMLElement>('[name=title]')?.focus();
  }, [focus, ref]);
  const publish = (): void => {
    publishes.current = true;
    form.agreed();
  };
  const takeDown = async (): Promise<void> => {
    if (row && (await turn(row, false)) && !dirty) onClose();
  };
  const cancel = (): void => {
    form.reset();
    void clear();
    if (isNew) onClose();
  };
  const { onSubmit, ...props } = form.props;
  const isChanged = dirty || isNew;
  return (
    <form
      {...props}
      className={styles.form}
      aria-label={isNew ? t('admin_announcements.new') : row.title}
      onSubmit={(submit) => {
        publishes.current = false;
        if (isChanged) onSubmit(submit);
        else submit.preventDefault();
      }}
    >
      <AnnouncementFields form={form} values={values} onChange={change} />
      <Locked locked={form.busy}>
        <ConcurrentChanges
          {...clashProps}
          label={(key) => announcementWords.label({ t }, key)}
          value={(fields) => announcementWords.value({ t }, fields)}
        />
      </Locked>
      {dirty && !isNew && <p className={styles.dim}>{t('admin_announcements.unsaved')}</p>}
      <p className={styles.dim}>{t(row?.notificationSent ? 'admin_announcements.active_sent' : 'admin_announcements.active_hint')}</p>
      <FormError error={form.error} />
      <div className={styles.actions}>
        {!isLive && (
          <Button look="primary" aria-disabled={form.busy} onClick={publish}>
            {t('admin_announcements.publish')}
          </Button>
        )}
        {isChanged && (
          <Button look={isLive ? 'primary' : 'plain'} type="submit" aria-disabled={form.busy}>
            {t(isLive ? 'admin_announcements.save' : 'admin_announcements.keep')}
          </Button>
        )}
        {isLive && (
          <Button aria-disabled={form.busy} onClick={form.busy ? undefined : () => void takeDown()}>
            {t('admin_announcements.take_down')}
          </Button>
        )}
        {isChanged && (
          <Button look="quiet" onClick={cancel}>
            {t('app.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
