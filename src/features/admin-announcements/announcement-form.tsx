import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Announcement, announcements } from '#contract/resources/announcements.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { toastDelivery, useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './admin-announcements.module.css';
import { AnnouncementFields, type AnnouncementValues, readForm, valuesOf } from './announcement-fields.tsx';
import { announcementWords } from './announcement-words.ts';
import type { AdminAnnouncement } from './use-admin-announcements.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { endToast, toast, type ToastAction } from '#ui/overlays/toasts.ts';

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

/** Returns the commands that create an announcement under `id`, and publish it unless it stays a draft. */
function createCommands(id: string, eventId: number, { title, content }: AnnouncementValues, published: boolean): Command[] {
  const created = command('announcements', 'create', { title, content }, { id, eventId });
  return published ? [created, switchCommand({ id, eventId }, true)] : [created];
}

function switchCommand({ id, eventId }: Pick<Announcement, 'id' | 'eventId'>, published: boolean): Command {
  return command('announcements', published ? 'activate' : 'deactivate', {}, { id, eventId });
}

function changeCommands({ id, eventId }: Announcement, changes: Partial<AnnouncementValues>): Command[] {
  return Object.keys(changes).length > 0 ? [command('announcements', 'edit', changes, { id, eventId })] : [];
}

type Target = Pick<Announcement, 'id' | 'eventId'>;

interface Publish {
  /** Publishes or takes down at once, with Undo. Returns false if the device could not store it. */
  readonly turn: (target: Target, on: boolean) => Promise<boolean>;
  /** The Undo of a change of the state to `on`. */
  readonly undo: (target: Target, on: boolean) => ToastAction;
}

function usePublish(): Publish {
  const { t } = useTranslation();
  const client = useSync();
  const turn = async (target: Target, on: boolean): Promise<boolean> => {
    // Ends a toast about the previous state.
    endToast();
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([switchCommand(target, on)], null);
      void delivery.then((result) =>
        toastDelivery(t, result, t(on ? 'admin_announcements.published' : 'admin_announcements.withdrawn'), undo(target, on)),
      );
      return true;
    } catch {
      toast(t('announcements.update_failed'), 'error');
      return false;
    }
  };
  const undo = (target: Target, on: boolean): ToastAction => ({
    label: t('admin_announcements.undo'),
    run: () => void turn(target, !on),
  });
  return { turn, undo };
}
