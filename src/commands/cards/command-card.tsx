import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '#db/records.ts';
import { errorText } from '#i18n/errors.ts';
import { momentText } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { isReadable } from '#sync/mirror/readable.ts';
import { Button } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { CopyButton } from '#ui/actions/copy.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import styles from './command-card.module.css';
import type { CommandPresenter, ResendProps, Words } from '#feature-kit/command-presenter.ts';
import { type CommandPresenters, presenterOf } from './presenters.ts';
import { ConflictCard } from './conflict-card.tsx';
import { DiscardButton } from './discard-button.tsx';
import { EditForm } from './edit-form.tsx';

interface CommandCardProps {
  entry: OutboxEntry;
  presenters: CommandPresenters;
  /** The reason for the delay of a pending command; a rejected one shows its own. */
  reason?: string;
}

export function CommandCard({ entry, presenters, reason }: CommandCardProps): ReactNode {
  const presenter = presenterOf(presenters, entry);
  const words = useWords(entry, presenter);
  if (entry.state === 'conflict' && presenter.conflict) {
    return <ConflictCard entry={entry} words={words} presenter={presenter} conflictWords={presenter.conflict} />;
  }
  return <PlainCard entry={entry} words={words} presenter={presenter} reason={reason} />;
}

interface PlainCardProps {
  entry: OutboxEntry;
  words: Words;
  presenter: CommandPresenter;
  reason: string | undefined;
}

function PlainCard({ entry, words, presenter, reason }: PlainCardProps): ReactNode {
  const { t } = words;
  const client = useSync();
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const waiting = entry.state === 'waiting';
  const text = presenter.text(words, entry);
  const edit = presenter.edit(words, entry);
  const resend = async (args?: unknown): Promise<void> => {
    const engine = await client.engine();
    await engine.resend(entry.key, args);
    // The card moves to the pending ones, and its buttons disappear.
    focusHeading();
  };
  const resendAsItIs = (): void => void resend().catch(() => toast(t('refused.failed'), 'error'));
  const Icon = waiting ? Clock : CircleAlert;
  return (
    <article className={classes(styles.card, waiting ? styles.waiting : styles.refused)}>
      <p className={styles.head}>
        <Icon aria-hidden="true" />
        {waiting ? presenter.title(words, entry) : presenter.refused(words, entry)}
      </p>
      <p>{waiting ? reason : errorText(t, entry.lastError?.code ?? 'internal')}</p>
      {presenter.Picture && !(editing && presenter.formHasPicture) && <presenter.Picture entry={entry} />}
      {editing ? (
        <Editor entry={entry} presenter={presenter} words={words} text={text ?? ''} onSend={resend} onCancel={() => setEditing(false)} />
      ) : (
        <>
          {text !== null && <FoldedText text={text} className={styles.text} />}
          <When entry={entry} />
          <div className={styles.actions}>
            {!waiting && isReadable(entry) && (
              <Button ref={editButton} look="primary" onClick={() => (edit === null ? resendAsItIs() : setEditing(true))}>
                {edit ?? t('refused.resend')}
              </Button>
            )}
            {text !== null && <CopyButton text={text} />}
            <DiscardButton entry={entry} />
          </div>
        </>
      )}
    </article>
  );
}

interface EditorProps extends ResendProps {
  presenter: CommandPresenter;
  words: Words;
  text: string;
}

function Editor({ presenter, words, text, ...resend }: EditorProps): ReactNode {
  const { Form } = presenter;
  return Form ? (
    <Form {...resend} />
  ) : (
    <EditForm {...resend} text={text} argsOf={(changed) => presenter.withText?.(resend.entry, changed, words)} />
  );
}

/** The time of the command, by the clock of this device. */
function When({ entry }: { entry: OutboxEntry }): ReactNode {
  const { t, i18n } = useTranslation();
  return <p className={styles.when}>{t('not_sent.written', { time: momentText(entry.createdAt, i18n.language) })}</p>;
}

/**
 * Returns the context to present a command: the date formats of its own event, even if another is active, and the rows of its presenter.
 */
function useWords(entry: OutboxEntry, presenter: CommandPresenter): Words {
  const { eventId } = entry;
  const { t } = useTranslation();
  const event = useLive((db) => db.mirror('events').get(eventId), [eventId]);
  const formats = useFormats(event);
  const rows = useLive((db) => presenter.rows?.(db, entry), [presenter, entry.key]);
  return useMemo(() => ({ t, formats, rows }), [t, formats, rows]);
}
