import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import { type ReactNode, useRef } from 'react';
import type { BaseRow } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import type { OutboxEntry } from '#db/records.ts';
import { type Choice, type Conflict, conflictOf } from '#sync/outbox/conflict.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { type Fields, merge } from '#sync/mirror/merge.ts';
import { Button } from '#ui/theme/button.tsx';
import { decided, focusUndecided, useChoices } from '#ui/forms/choices.ts';
import { ClashChoices } from '#ui/forms/clash-choices.tsx';
import { CopyButton } from '#ui/actions/copy.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import styles from './command-card.module.css';
import type { CommandPresenter, ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import { DiscardButton } from './discard-button.tsx';

interface ConflictCardProps {
  entry: OutboxEntry;
  words: Words;
  presenter: CommandPresenter;
  conflictWords: ConflictWords;
}

/** A command in conflict with another person's change: both versions, and the choices. */
export function ConflictCard({ entry, words, presenter, conflictWords }: ConflictCardProps): ReactNode {
  const { t } = words;
  const client = useSync();
  const conflict = conflictOf(entry);
  const text = presenter.text(words, entry);
  const resolve = async (choice: Choice): Promise<void> => {
    try {
      const engine = await client.engine();
      await engine.resolve(entry.key, choice);
      // The card and the focused button disappear with the conflict.
      focusHeading();
    } catch {
      toast(t('refused.failed'), 'error');
    }
  };
  // A row that the change itself created has no base.
  const row = entry.base ?? (conflict && ('current' in conflict ? conflict.current : conflict.mine));
  const name = row && conflictWords.name(words, row);
  const others = (
    <>
      {text !== null && conflict?.kind !== 'changed' && <CopyButton text={text} />}
      {(!conflict || conflict.kind === 'fields') && <DiscardButton entry={entry} />}
    </>
  );
  return (
    <article className={`${styles.card} ${styles.conflict}`} aria-label={t('conflict.label', { name })}>
      <p className={styles.head}>
        <GitCompareArrows aria-hidden="true" />
        {t(`conflict.${conflict?.kind ?? 'fields'}`, { name })}
      </p>
      {conflict ? (
        <Question entry={entry} conflict={conflict} words={words} conflictWords={conflictWords} onChoice={(choice) => void resolve(choice)}>
          {others}
        </Question>
      ) : (
        <div className={styles.actions}>{others}</div>
      )}
    </article>
  );
}

interface QuestionProps {
  conflict: Conflict;
  words: Words;
  conflictWords: ConflictWords;
  onChoice: (choice: Choice) => void;
  children: ReactNode;
}

function Question({ entry, conflict, words, conflictWords, onChoice, children }: QuestionProps & { entry: OutboxEntry }): ReactNode {
  const { t } = words;
  if (conflict.kind === 'fields')
    return (
      <FieldChoices conflict={conflict} words={words} conflictWords={conflictWords} onChoice={onChoice}>
        {children}
      </FieldChoices>
    );
  const version = (label: 'yours' | 'theirs' | 'before', fields: Fields): ReactNode => (
    <Version label={t(`conflict.${label}`)} text={conflictWords.value(words, fields)} />
  );
  // A device cannot create an event or the order of its lists.
  const canReturn = 'create' in resourceNamed(entry.resource).mutations;
  return (
    <>
      {conflict.kind === 'gone' && version('yours', { ...conflict.mine })}
      {conflict.kind === 'changed' && (
        <>
          {version('theirs', changedBetween(entry, conflict.before, conflict.current))}
          {version('before', changedBetween(entry, conflict.current, conflict.before))}
        </>
      )}
      <div className={styles.actions}>
        {(conflict.kind === 'changed' || canReturn) && (
          <Button look={conflict.kind === 'changed' ? 'danger' : 'primary'} onClick={() => onChoice({ kind: 'insist' })}>
            {t(`conflict.${conflict.kind}_insist`)}
          </Button>
        )}
        <Button onClick={() => onChoice({ kind: 'let-go' })}>{t(`conflict.${conflict.kind}_let_go`)}</Button>
        {children}
      </div>
    </>
  );
}

/** Returns the fields of `to` that differ from `from`, with the other fields of their groups. */
function changedBetween({ resource }: OutboxEntry, from: BaseRow, to: BaseRow): Fields {
  return merge(resourceNamed(resource), from, to, from).yours;
}

function FieldChoices({
  conflict: { clashes, current },
  words,
  conflictWords,
  onChoice,
  children,
}: QuestionProps & { conflict: Extract<Conflict, { kind: 'fields' }> }): ReactNode {
  const { t } = words;
  const form = useRef<HTMLFormElement>(null);
  const [choices, choose] = useChoices(current.version);
  const ready = decided(clashes, choices);
  return (
    <form
      ref={form}
      className={styles.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onChoice({ kind: 'fields', choices });
        else focusUndecided(form.current);
      }}
    >
      <ClashChoices
        clashes={clashes}
        label={(key) => conflictWords.label(words, key)}
        value={(fields) => conflictWords.value(words, fields)}
        choices={choices}
        onChoose={choose}
      />
      <div className={styles.actions}>
        <Button look="primary" type="submit" aria-disabled={!ready}>
          {t('conflict.save')}
        </Button>
        {children}
      </div>
    </form>
  );
}

function Version({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div>
      <p className={styles.when}>{label}</p>
      <FoldedText text={text} className={styles.text} />
    </div>
  );
}
