import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ArgsOf, BaseRow, RowOf } from '#contract/resource.ts';
import type { ResourceName, resources } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Formats } from '#i18n/formats.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type ResourceNamed<Name> = Extract<(typeof resources)[number], { readonly name: Name }>;

/** A command on the resource `Name`, with the row and the arguments of its mutation. */
export type CommandOn<Name extends ResourceName> = Name extends ResourceName
  ? {
      [Mutation in keyof ResourceNamed<Name>['mutations'] & string]: Omit<OutboxEntry, 'mutation' | 'args' | 'base'> & {
        mutation: Mutation;
        args: ArgsOf<ResourceNamed<Name>, Mutation>;
        base: RowOf<ResourceNamed<Name>> | null;
      };
    }[keyof ResourceNamed<Name>['mutations'] & string]
  : never;

/** The context of a presentation: the reader's language, and the date formats of the command's event. */
export interface Words {
  readonly t: TFunction;
  readonly formats: Formats;
  /** The result of the presenter's `rows`; undefined if they are not read, as for a toast. */
  readonly rows?: readonly BaseRow[] | undefined;
}

/** The props of a form that edits a rejected command before it is sent again. Its draft is `resendDraftId(entry.seq)`. */
export interface ResendProps<Entry extends OutboxEntry = OutboxEntry> {
  entry: Entry;
  /** Sends the command again with these arguments; throws if the device could not store it. */
  onSend: (args: unknown) => Promise<void>;
  onCancel: () => void;
}

/**
 * Presents and edits the commands of one resource; each feature has its own. Its members are methods, so that a presenter of one resource
 * is also one of any command.
 */
export interface CommandPresenter<Entry extends OutboxEntry = OutboxEntry> {
  /** Returns further rows that the presentation needs; read live. */
  rows?(db: EventDatabase, entry: Entry): Promise<readonly BaseRow[]>;
  /** Names the command in a word or two. */
  title(words: Words, entry: Entry): string;
  refused(words: Words, entry: Entry): string;
  /** Returns the text that the person wrote, or null. */
  text(words: Words, entry: Entry): string | null;
  /** Returns the label of the button that opens its form; null if it can only be sent again unchanged. */
  edit(words: Words, entry: Entry): string | null;
  Picture?(props: { entry: Entry }): ReactNode;
  /** The form that edits it; without one only the text can be changed. */
  Form?(props: ResendProps<Entry>): ReactNode;
  /** True if the form shows the picture. */
  readonly formHasPicture?: true;
  withText?(entry: Entry, text: string, words: Words): unknown;
  /** Presents conflicts, for resources whose rows several people change. */
  readonly conflict?: ConflictWords;
  /** True if its rejection is also shown in a toast on any screen. */
  readonly toasts?: true;
  /** Returns the text of that toast if it differs from the card. */
  refusedToast?(words: Words, entry: Entry): string;
}

export interface ConflictWords {
  name(words: Words, row: BaseRow): string;
  /** Returns the name of a group of fields, by its key in the contract. */
  label(words: Words, key: string): string;
  /** Returns some or all fields of a row as lines of text. */
  value(words: Words, fields: Fields): string;
}
