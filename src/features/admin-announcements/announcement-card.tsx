import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { useDraft } from '../../sync/react/use-draft.ts';
import cardStyles from '../../ui/look/card.module.css';
import { decided, focusUndecided, useChoices } from '../../ui/forms/choices.ts';
import { classes } from '../../ui/look/classes.ts';
import { Meanwhile } from '../../ui/forms/clash-choices.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { rowForm } from '../../ui/forms/row-form.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './announcement-card.module.css';
import { AnnouncementFields } from './announcement-fields.tsx';
import { changesOf, clashesOf, valuesOf } from './announcement-form.ts';
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
  const [draft, setDraft, clear] = useDraft(draftId);
  const [choices, choose] = useChoices(row?.version);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const { base, values, dirty, ...form } = rowForm(row, draft, valuesOf);
  const isNew = row === null;
  const gone = isNew && base !== null;
  const missing = values.title.trim() === '';
  const clashes = clashesOf(base, values, row);
  useEffect(() => {
    if (onClose && !gone) title.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only a form that was just opened takes the focus
  }, []);

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const commands =
        base && row ? changeCommands(row, changesOf(base, values, row, choices)) : createCommands(client.newId(), eventId, values);
      await client.executeAll(commands, draftId);
      await clear();
      setTried(false);
      toast(t('admin_announcements.saved'));
      onClose?.();
      // Its buttons are gone: the focus stays with the announcement.
      card.current?.focus();
    } catch {
      toast(t(isNew ? 'announcements.create_failed' : 'announcements.update_failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing) title.current?.focus();
    else if (!decided(clashes, choices)) focusUndecided(card.current);
    else if (!busy) void save();
  };
  const cancel = (): void => {
    setTried(false);
    void clear();
    onClose?.();
    card.current?.focus();
  };
  return (
    <form
      ref={card}
      className={classes(cardStyles['card'], styles['card'])}
      aria-label={isNew ? t('admin_announcements.new') : row.title}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
    >
      {isNew && <h2>{t(gone ? 'admin_announcements.gone' : 'admin_announcements.new')}</h2>}
      {waiting && <WaitingMark />}
      <AnnouncementFields
        values={values}
        onChange={(part) => setDraft(form.with(part))}
        missingTitle={tried && missing}
        busy={busy}
        titleRef={title}
      />
      <Switch
        label={t('admin_announcements.active')}
        hint={t(base?.notificationSent && !waiting ? 'admin_announcements.active_sent' : 'admin_announcements.active_hint')}
        checked={values.active}
        onChange={(active) => setDraft(form.with({ active }))}
      />
      <Meanwhile
        clashes={clashes}
        label={(key) => announcementWords.label({ t }, key)}
        value={(fields) => announcementWords.value({ t }, fields)}
        choices={choices}
        onChoose={choose}
      />
      {(dirty || isNew) && (
        <FormActions submit={t(gone ? 'conflict.gone_insist' : 'admin_announcements.save')} busy={busy} onCancel={cancel} />
      )}
    </form>
  );
}
