import { Dexie } from 'dexie';
import Star from 'lucide-react/icons/star';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { feedbackOptions, mostStars, noVotes, readRichFeedback, type RichFeedback, type Vote } from '#contract/rules/rich-feedback.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { Button } from '#ui/theme/button.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import type { FormResult } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './feedback-form.module.css';

export function RichFeedbackForm({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const sent = useSentFeedback(eventId);
  /** Open until feedback exists, and then until the command is answered. */
  const { open, setOpen, close, opener } = useFormBehindButton(false, false);
  if (sent === null && !open) setOpen(true);
  if (sent === undefined) return null;
  if (sent === null || open) return <Form eventId={eventId} again={sent !== null} onSent={close} />;
  return (
    <div className={styles.form} role="status">
      {sent.waiting ? <WaitingMark /> : <p>{t('feedback.thanks')}</p>}
      <Button {...opener(true)}>{t('feedback.again')}</Button>
    </div>
  );
}

interface FormProps {
  eventId: number;
  /** True if the person wants to give feedback again. */
  again: boolean;
  onSent: () => void;
}

function Form({ eventId, again, onSent }: FormProps): ReactNode {
  const { t } = useTranslation();
  const deliver = useDeliver();
  const draftId = `rich-feedback:${eventId}`;
  const [draft, change, clear] = useRichDraft(draftId);
  const failure = t('feedback.error');
  const read: FormResult<RichFeedback, 'rating'> = isNothing(draft)
    ? { kind: 'wrong', wrong: { form: t('feedback.missing') } }
    : { kind: 'args', args: draft };
  const form = useForm({
    read,
    focus: again ? 'rating' : undefined,
    failure,
    send: (content, isThere) => {
      const close = async (): Promise<void> => {
        await clear();
        onSent();
      };
      const created = command('feedback', 'create', { content: JSON.stringify(content) }, { eventId });
      return deliver([created], { draftId, isThere, close }, { refused: failure });
    },
  });
  const press = (part: Parameters<typeof change>[0]): void => {
    change(part);
    form.changed();
  };
  return (
    <form {...form.props} className={styles.form} aria-label={t('feedback.label')}>
      <p className={styles.note}>{t('feedback.text')}</p>
      <Locked locked={form.busy}>
        <Stars rating={draft.rating} onRate={(rating) => press({ rating })} />
        <Votes votes={draft.votes} onVote={(votes) => press({ votes })} />
      </Locked>
      <TextArea
        label={t('feedback.free_text')}
        value={draft.freeText}
        maxLength={limits.postLength}
        readOnly={form.busy}
        onChange={(freeText) => change({ freeText })}
      />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t('feedback.submit')}
      </Button>
    </form>
  );
}

/** A rating from 1 to 5; 0 is none. */
function Stars({ rating, onRate }: { rating: number; onRate: (rating: number) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('feedback.rating')}</legend>
      <div className={styles.stars}>
        {Array.from({ length: mostStars }, (_, index) => index + 1).map((count) => (
          <label key={count} className={classes(styles.star, count <= rating && styles.lit)}>
            <input
              type="radio"
              name="rating"
              className="visually-hidden"
              checked={count === rating}
              aria-label={t('feedback.stars', { count })}
              onChange={() => onRate(count)}
            />
            <Star aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const choices = [
  { vote: 1, Icon: ThumbsUp, words: 'feedback.for' },
  { vote: -1, Icon: ThumbsDown, words: 'feedback.against' },
] as const;

interface VotesProps {
  votes: RichFeedback['votes'];
  onVote: (votes: RichFeedback['votes']) => void;
}

/** Votes for or against each option; a repeated vote is undone. */
function Votes({ votes, onVote }: VotesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('feedback.votes')}</legend>
      {feedbackOptions.map((option) => {
        const chosen: Vote = votes[option];
        return (
          <div key={option} className={styles.vote} role="group" aria-label={t(`feedback.option_${option}`)}>
            <span>{t(`feedback.option_${option}`)}</span>
            <span className={styles.choices}>
              {choices.map(({ vote, Icon, words }) => (
                <Button
                  key={vote}
                  aria-label={t(words)}
                  title={t(words)}
                  aria-pressed={chosen === vote}
                  onClick={() => onVote({ ...votes, [option]: chosen === vote ? null : vote })}
                >
                  <Icon aria-hidden="true" />
                </Button>
              ))}
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}

const emptyFeedback: RichFeedback = {
  rating: 0,
  votes: noVotes,
  freeText: '',
};

/** Returns the draft of the form, which survives a restart. */
function useRichDraft(draftId: string): [draft: RichFeedback, change: (part: Partial<RichFeedback>) => void, clear: () => Promise<void>] {
  const [text, setText, clear] = useDraft(draftId);
  const draft = { ...emptyFeedback, ...readRichFeedback(text) };
  const change = (part: Partial<RichFeedback>): void => {
    const next = { ...draft, ...part };
    setText(isNothing(next) ? '' : JSON.stringify(next));
  };
  return [draft, change, clear];
}

const isNothing = ({ rating, votes, freeText }: RichFeedback): boolean =>
  rating === 0 && freeText.trim() === '' && Object.values(votes).every((vote) => vote === null);

/** Returns whether this person sent rich feedback and if it is pending; null if they sent none, undefined until it is read. */
function useSentFeedback(eventId: number): { readonly waiting: boolean } | null | undefined {
  return useLive(
    async (db) => {
      const given = await db.mirror('feedback').where('[eventId+id]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
      const rich = given.filter(({ content }) => readRichFeedback(content) !== null);
      return rich.length === 0 ? null : { waiting: rich.some(({ $pending }) => ($pending?.length ?? 0) > 0) };
    },
    [eventId],
  );
}
