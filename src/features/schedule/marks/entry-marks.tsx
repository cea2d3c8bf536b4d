import EyeOff from 'lucide-react/icons/eye-off';
import Eye from 'lucide-react/icons/eye';
import Star from 'lucide-react/icons/star';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { Mark } from '#contract/resources/marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { useDraft } from '#sync/react/use-draft.ts';
import { ReminderChoice } from '#ui/forms/fields/reminder-choice.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import type { Stored } from '#db/records.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './entry-marks.module.css';
import { useMarkEntry } from './use-mark-entry.ts';

interface EntryMarksProps {
  entry: ScheduleEntry;
  mark: Stored<Mark> | undefined;
}

/** The person's star, note and choice to hide the entry. */
export function EntryMarks({ entry, mark }: EntryMarksProps): ReactNode {
  const { t } = useTranslation();
  const change = useMarkEntry(entry);
  const [isWriting, write] = useState(false);
  const { starred = false, hidden = false, note = '' } = mark ?? {};
  return (
    <section className={styles.marks} aria-label={t('agenda.title')}>
      <div className={styles.actions}>
        <Button look={starred ? 'plain' : 'primary'} aria-pressed={starred} onClick={() => void change({ starred: !starred })}>
          <Star aria-hidden="true" className={starred ? styles.starred : undefined} />
          {t(starred ? 'agenda.starred' : 'agenda.add')}
        </Button>
        {!starred && (
          <Button aria-pressed={hidden} onClick={() => void change({ hidden: !hidden })}>
            {hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
            {t(hidden ? 'agenda.show_again' : 'agenda.hide')}
          </Button>
        )}
        {starred && (
          <ReminderChoice
            label={t('agenda.remind')}
            minutes={mark?.remindMinutes ?? null}
            onChoose={(remindMinutes) => void change({ remindMinutes })}
          />
        )}
        {(mark?.$pending?.length ?? 0) > 0 && <WaitingMark />}
      </div>
      {isWriting ? (
        <NoteForm entry={entry} note={note} onSave={(text) => change({ note: text })} onClose={() => write(false)} />
      ) : (
        <>
          {note !== '' && (
            <p className={styles.note}>
              <LinkedText text={note} />
            </p>
          )}
          <Button look="quiet" className={styles.quiet} onClick={() => write(true)}>
            {t(note === '' ? 'agenda.add_note' : 'agenda.edit_note')}
          </Button>
        </>
      )}
    </section>
  );
}

interface NoteFormProps {
  entry: ScheduleEntry;
  note: string;
  onSave: (text: string) => Promise<boolean>;
  onClose: () => void;
}

function NoteForm({ entry, note, onSave, onClose }: NoteFormProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(`note:${entry.id}`);
  const [typed, type] = useState(false);
  const text = typed || draft !== '' ? draft : note;
  const save = async (): Promise<void> => {
    if (text.trim() !== note && !(await onSave(text))) return;
    await clear();
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        name="note"
        label={t('agenda.note')}
        hint={t('agenda.note_private')}
        value={text}
        maxLength={limits.descriptionLength}
        onChange={(next) => {
          type(true);
          setDraft(next);
        }}
      />
      <div className={styles.actions}>
        <Button look="primary" type="submit">
          {t('agenda.save_note')}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            void clear();
            onClose();
          }}
        >
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}
