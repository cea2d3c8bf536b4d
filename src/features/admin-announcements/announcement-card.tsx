import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announcements } from '#contract/resources/announcements.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import cardStyles from '#ui/theme/card.module.css';
import { classes } from '#ui/theme/classes.ts';
import styles from './announcement-card.module.css';
import { AnnouncementFields, readForm, valuesOf } from './announcement-fields.tsx';
import { announcementWords } from './announcement-words.ts';
import { PublishSwitch } from './publish-switch.tsx';
import { changeCommands, createCommands } from './save-announcement.ts';
import type { AdminAnnouncement } from './use-admin-announcements.ts';

interface AnnouncementCardProps {
  event: EventRow;
  /** The current row; absent for a new one, and for one that was removed while its form was open. */
  found?: AdminAnnouncement;
  draftId: string;
  onClose?: () => void;
}

/** Shows one announcement as a form. Save and Cancel appear with the first change; a new one is published or kept as a draft. */
export function AnnouncementCard({ event, found, draftId, onClose }: AnnouncementCardProps): ReactNode {
  const { t } = useTranslation();
  const row = found?.row ?? null;
  const client = useSync();
  const deliver = useDeliver();
  const publishes = useRef(false);
  const { base, values, dirty, change, clear } = useRowForm({ draftId, row, valuesOf });
  const isNew = row === null;
  const gone = isNew && base !== null;
  const read = readForm(t, values);
  const { undecided, changes, ...meanwhile } = useClashes(announcements, { base, row, wanted: read.kind === 'args' ? read.args : null });
  const failure = t(isNew ? 'announcements.create_failed' : 'announcements.update_failed');
  const form = useForm({
    read,
    undecided,
    // Only a newly opened form takes the focus.
    focus: onClose && !gone ? 'title' : undefined,
    failure,
    send: (wanted, isThere) => {
      const commands = base && row ? changeCommands(row, changes()) : createCommands(client.newId(), event.id, wanted, publishes.current);
      const ended = async (): Promise<void> => {
        await clear();
        close();
      };
      return deliver(commands, { draftId, isThere, close: ended }, { done: t(done()), refused: failure });
    },
  });
  const done = (): 'admin_announcements.published' | 'admin_announcements.kept' | 'admin_announcements.saved' => {
    if (!isNew) return 'admin_announcements.saved';
    return publishes.current ? 'admin_announcements.published' : 'admin_announcements.kept';
  };
  const close = (): void => {
    onClose?.();
    const { current } = form.props.ref;
    const focused = document.activeElement;
    // The buttons disappear, so the announcement takes the focus unless the person moved it elsewhere.
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
      className={classes(cardStyles.card, styles.card)}
      aria-label={isNew ? t('admin_announcements.new') : row.title}
      tabIndex={-1}
    >
      {isNew && <h2>{t(gone ? 'admin_announcements.gone' : 'admin_announcements.new')}</h2>}
      {found && <PublishSwitch event={event} {...found} />}
      <AnnouncementFields form={form} values={values} onChange={change} />
      <Locked locked={form.busy}>
        <ConcurrentChanges
          {...meanwhile}
          label={(key) => announcementWords.label({ t }, key)}
          value={(fields) => announcementWords.value({ t }, fields)}
        />
      </Locked>
      {dirty && !isNew && <p className={styles.unsaved}>{t('admin_announcements.unsaved')}</p>}
      {isNew && <p className={styles.unsaved}>{t('admin_announcements.active_hint')}</p>}
      {(dirty || isNew) && (
        <FormActions
          form={form}
          submit={t(isNew ? 'admin_announcements.keep' : 'admin_announcements.save')}
          onSubmit={() => (publishes.current = false)}
          first={
            isNew && {
              label: t('admin_announcements.publish'),
              onClick: () => {
                publishes.current = true;
                form.agreed();
              },
            }
          }
          onCancel={cancel}
        />
      )}
    </form>
  );
}
