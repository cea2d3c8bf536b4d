import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactLinks } from '#contract/resources/contact-links.ts';
import { clashesOf } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import type { Command } from '#sync/outbox/command.ts';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { decided } from '#ui/forms/choices.ts';
import type { Choices, Clash, Side } from '#ui/forms/clash-choices.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { type Form, useForm } from '#ui/forms/use-form.ts';
import {
  type BlocksDraft,
  draftText,
  isEmpty,
  orderClash,
  parseDraft,
  prefixOf,
  readBlocks,
  type ShownBlock,
  shownBlocks,
} from './blocks-draft.ts';
import { saveCommands } from './save-blocks.ts';
import { type AdminBlocks, draftIdOf } from '../use-admin-blocks.ts';

interface ClashProps {
  readonly clashes: readonly Clash[];
  readonly choices: Choices;
  readonly onChoose: (key: string, side: Side) => void;
}

const failures = { create: 'create_failed', edit: 'update_failed', remove: 'delete_failed' } as const;

/** Returns the failure if all commands are of one kind; among several kinds the refused one is unknown. */
function failureOf(commands: readonly Command[]): (typeof failures)[keyof typeof failures] | 'save_failed' {
  const kinds = [...new Set(commands.map(({ mutation }) => mutation))];
  return kinds.length === 1 ? (failures[kinds[0] as keyof typeof failures] ?? 'save_failed') : 'save_failed';
}

interface BlocksFormState {
  readonly form: Form<string>;
  /** Ids of the blocks that have a problem. */
  readonly wrong: readonly string[];
  readonly draft: BlocksDraft;
  readonly shown: readonly ShownBlock[];
  readonly dirty: boolean;
  readonly change: (next: BlocksDraft) => void;
  readonly cancel: () => void;
  readonly clashPropsOf: (block: ShownBlock) => ClashProps;
  /** Concurrent changes of the order; the versions have ids as `order`. */
  readonly orderClashProps: ClashProps;
}

interface BlocksFormOptions extends Pick<AdminBlocks, 'eventId' | 'rows'> {
  readonly onSaved: () => void;
}

/** Holds the state of the form of all blocks. A draft outlives the app; concurrent changes are merged by block, or asked about. */
export function useBlocksForm({ eventId, rows, onSaved }: BlocksFormOptions): BlocksFormState {
  const { t } = useTranslation();
  const deliver = useDeliver();
  const draftId = draftIdOf(eventId);
  const [text, setText, clear] = useDraft(draftId);
  const draft = useMemo(() => parseDraft(text), [text]);
  const shown = shownBlocks(rows, draft, useSyncStatus().firstLoad !== null);
  const read = readBlocks(shown, t('contact_links.new_link'));
  const choices = useManyChoices();

  const clashPropsOf = ({ id, base, row }: ShownBlock): ClashProps => ({
    clashes: clashesOf(contactLinks, { base, row, edited: read.fields.get(id) ?? null }),
    choices: choices.of(id, row?.version),
    onChoose: (key, side) => choices.choose(id, row?.version, key, side),
  });
  const order = orderClash(rows, draft);
  const orderNow = order?.theirs.join();
  const orderClashProps: ClashProps = {
    clashes: order
      ? [{ key: 'order', before: { order: order.before }, yours: { order: order.yours }, theirs: { order: order.theirs } }]
      : [],
    choices: choices.of('order', orderNow),
    onChoose: (key, side) => choices.choose('order', orderNow, key, side),
  };
  const onlyNew = draft.order === null && Object.values(draft.blocks).every(({ base }) => base === null);
  const form = useForm({
    read: inWords(read.reading, (problem) => t(`contact_links.problem_${problem}`)),
    undecided: [orderClashProps, ...shown.map(clashPropsOf)].some((each) => !decided(each.clashes, each.choices)),
    failure: t(onlyNew ? 'contact_links.create_error' : 'contact_links.save_failed'),
    send: (fields, isThere) => {
      const choicesOf = (id: string): Choices => choices.of(id, rows.find((row) => row.id === id)?.version);
      const keepTheirOrder = order !== null && orderClashProps.choices['order'] === 'theirs';
      const commands = saveCommands({ eventId, rows, draft, fields, choicesOf, keepTheirOrder });
      const words = { done: t('contact_links.saved'), refused: t(`contact_links.${failureOf(commands)}`) };
      const close = (): Promise<void> => {
        onSaved();
        return clear();
      };
      return deliver(commands, { draftId, isThere, close }, words);
    },
  });
  const { reading } = read;
  const names = reading.kind === 'wrong' ? Object.keys(reading.wrong) : [];
  return {
    form,
    wrong: shown.filter(({ id }) => names.some((name) => name.startsWith(prefixOf(id)))).map(({ id }) => id),
    draft,
    shown,
    dirty: !isEmpty(draft),
    change: (next) => {
      setText(draftText(next, rows));
      form.changed();
    },
    cancel: () => {
      form.reset();
      void clear();
    },
    clashPropsOf,
    orderClashProps,
  };
}

interface ManyChoices {
  /** Returns the choices about this thing in this state. */
  readonly of: (what: string, state: string | number | undefined) => Choices;
  readonly choose: (what: string, state: string | number | undefined, key: string, side: Side) => void;
}

/** Stores choices about clashes of several things; a new state of one asks again. */
function useManyChoices(): ManyChoices {
  const [made, setMade] = useState<Readonly<Record<string, { state: string | number | undefined; choices: Choices }>>>({});
  const of: ManyChoices['of'] = (what, state) => {
    const known = made[what];
    return known && known.state === state ? known.choices : {};
  };
  return {
    of,
    choose: (what, state, key, side) => setMade({ ...made, [what]: { state, choices: { ...of(what, state), [key]: side } } }),
  };
}
