import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { BaseRow } from '../../contract/resource.ts';
import type { EventDatabase } from '../db/database.ts';
import type { OutboxEntry } from '../db/records.ts';
import type { Formats } from '../i18n/formats.ts';
import type { Fields } from '../sync/mirror/merge.ts';

/** What a command is told with: the reader's language, and the dates of the event that it was made in. */
export interface Words {
  readonly t: TFunction;
  readonly formats: Formats;
  /** What the presenter's `rows` gave; none where nothing is read, as in a toast. */
  readonly rows?: readonly BaseRow[] | undefined;
}

/** What a form gets that changes a refused command before it is sent again; what is typed is kept as the draft of `resendDraftId(entry.seq)`. */
export interface ResendProps {
  entry: OutboxEntry;
  /** Sends it again with these arguments; throws where that could not be stored. */
  onSend: (args: unknown) => Promise<void>;
  onCancel: () => void;
}

/** How the commands of one resource are shown and mended; each feature brings its own. */
export interface CommandPresenter {
  /** Rows that it is told with beside its own; read live. */
  rows?(db: EventDatabase, entry: OutboxEntry): Promise<readonly BaseRow[]>;
  /** What it is, in a word or two. */
  title(words: Words, entry: OutboxEntry): string;
  /** That it was refused, in a sentence. */
  refused(words: Words, entry: OutboxEntry): string;
  /** What the person wrote, null where there is nothing to read. */
  text(words: Words, entry: OutboxEntry): string | null;
  /** The words of the button that opens its form; null where it can only be sent again as it is. */
  edit(words: Words, entry: OutboxEntry): string | null;
  /** The picture that goes with it, where it has one. */
  readonly Picture?: ComponentType<{ entry: OutboxEntry }>;
  /** The form that changes it; without one the text alone is changed. */
  readonly Form?: ComponentType<ResendProps>;
  /** The form shows the picture itself. */
  readonly formHasPicture?: true;
  /** The arguments with the text changed. */
  withText?(entry: OutboxEntry, text: string): unknown;
  /** How a conflict is told, for resources whose rows several people change. */
  readonly conflict?: ConflictWords;
  /** Its refusal is also said in a toast, wherever the person is by then. */
  readonly toasts?: true;
  /** What that toast says, where it is not what the card says. */
  refusedToast?(words: Words, entry: OutboxEntry): string;
}

export interface ConflictWords {
  /** What the row is called. */
  name(words: Words, row: BaseRow): string;
  /** What a group of fields is called, by its key in the contract. */
  label(words: Words, key: string): string;
  /** Some fields of a row, or all of them, in lines of text. */
  value(words: Words, fields: Fields): string;
}
