import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import { same } from '#sync/mirror/merge.ts';
import type { FormResult } from '#ui/forms/form-result.ts';
import { type BlockFields, type BlockValues, isUntouched, readBlock, valuesOf } from './block-values.ts';

/** A pending change of one block: `base` is the row when the edit began, null for a new block; `wanted` null removes the block. */
export interface Change {
  readonly base: ContactLinkBlock | null;
  readonly wanted: BlockValues | null;
}

/** All unsaved changes, stored as text: changed blocks by id, and the order if it was changed. */
export interface BlocksDraft {
  readonly blocks: Readonly<Record<string, Change>>;
  readonly order: { readonly base: readonly string[]; readonly wanted: readonly string[] } | null;
}

export const noDraft: BlocksDraft = { blocks: {}, order: null };

export const isEmpty = ({ blocks, order }: BlocksDraft): boolean => order === null && Object.keys(blocks).length === 0;

export function parseDraft(text: string): BlocksDraft {
  try {
    return text === '' ? noDraft : (JSON.parse(text) as BlocksDraft);
  } catch {
    return noDraft;
  }
}

/** Returns the text of the draft; empty if nothing differs. An order equal to the current one is dropped. */
export function draftText(draft: BlocksDraft, rows: readonly ContactLinkBlock[]): string {
  const settled = isReordered(rows, draft) ? draft : { ...draft, order: null };
  return isEmpty(settled) ? '' : JSON.stringify(settled);
}

/**
 * - `gone`: changed here and removed elsewhere.
 * - `changed`: removed here and changed elsewhere.
 * - `awaited`: absent during a first load, so possibly not removed.
 */
export type BlockState = 'plain' | 'gone' | 'changed' | 'awaited';

export interface ShownBlock {
  readonly id: string;
  /** The current row; null for a new block, and for a removed one. */
  readonly row: ContactLinkBlock | null;
  readonly base: ContactLinkBlock | null;
  readonly values: BlockValues;
  readonly state: BlockState;
  readonly dirty: boolean;
}

/** Returns the blocks with the changes of the draft, in the wanted order. Pure. */
export function shownBlocks(rows: readonly ContactLinkBlock[], draft: BlocksDraft, loading = false): ShownBlock[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orderOf(rows, draft).flatMap((id): ShownBlock[] => {
    const row = byId.get(id) ?? null;
    const change = draft.blocks[id];
    if (!change) return row ? [{ id, row, base: row, values: valuesOf(row), state: 'plain', dirty: false }] : [];
    const { base, wanted } = change;
    if (wanted === null) {
      const changed = row !== null && base !== null && !same(contentOf(valuesOf(row)), contentOf(valuesOf(base)));
      return changed ? [{ id, row, base, values: valuesOf(row), state: 'changed', dirty: true }] : [];
    }
    const missing = loading ? 'awaited' : 'gone';
    return [{ id, row, base, values: wanted, state: base !== null && row === null ? missing : 'plain', dirty: true }];
  });
}

/** Returns all ids in the wanted order, with new ones last. */
function orderOf(rows: readonly ContactLinkBlock[], { blocks, order }: BlocksDraft): string[] {
  const wanted = order?.wanted ?? [];
  const all = [...rows.map(({ id }) => id), ...Object.keys(blocks).filter((id) => !rows.some((row) => row.id === id))];
  return [...wanted.filter((id) => all.includes(id)), ...all.filter((id) => !wanted.includes(id))];
}

/** Returns whether the draft changes the order. */
export function isReordered(rows: readonly ContactLinkBlock[], draft: BlocksDraft): boolean {
  return draft.order !== null && !same(orderOf(rows, draft), orderOf(rows, { ...draft, order: null }));
}

/** Returns the contents of a block without the keys of its links. */
function contentOf({ title, subtitle, links }: BlockValues): unknown {
  return [title, subtitle, links.map(({ name, url }) => [name, url])];
}

/** Returns the draft after a change of a block; an unchanged block is removed from the draft. */
export function withValues(draft: BlocksDraft, { id, base }: ShownBlock, values: BlockValues): BlocksDraft {
  const { [id]: _before, ...others } = draft.blocks;
  const undone = base !== null && same(contentOf(values), contentOf(valuesOf(base)));
  return { ...draft, blocks: undone ? others : { ...draft.blocks, [id]: { base, wanted: values } } };
}

export function withNew(draft: BlocksDraft, id: string, values: BlockValues): BlocksDraft {
  return { ...draft, blocks: { ...draft.blocks, [id]: { base: null, wanted: values } } };
}

/** Returns the draft without the block; a block that was never saved leaves no entry. */
export function withoutBlock(draft: BlocksDraft, { id, row }: ShownBlock): BlocksDraft {
  if (row === null) return withoutEntry(draft, id);
  return { ...draft, blocks: { ...draft.blocks, [id]: { base: row, wanted: null } } };
}

export function withoutEntry(draft: BlocksDraft, id: string): BlocksDraft {
  const { [id]: _gone, ...blocks } = draft.blocks;
  return { ...draft, blocks };
}

/** Returns the draft with the same values as a new block, in the place of the removed one. */
export function asNewBlock(draft: BlocksDraft, { id, values }: ShownBlock, newId: string): BlocksDraft {
  const { [id]: _gone, ...blocks } = draft.blocks;
  const order = draft.order && { ...draft.order, wanted: draft.order.wanted.map((other) => (other === id ? newId : other)) };
  return { order, blocks: { ...blocks, [newId]: { base: null, wanted: values } } };
}

/** Returns the draft after a block is swapped with its visible neighbour. */
export function moved(draft: BlocksDraft, rows: readonly ContactLinkBlock[], id: string, by: -1 | 1): BlocksDraft {
  const shown = shownBlocks(rows, draft).map((block) => block.id);
  const from = shown.indexOf(id);
  const neighbour = shown[from + by];
  if (neighbour === undefined) return draft;
  const wanted = orderOf(rows, draft).map((other) => (other === id ? neighbour : other === neighbour ? id : other));
  return { ...draft, order: { base: draft.order?.base ?? rows.map((row) => row.id), wanted } };
}

/** Ids of the blocks that all three orders contain. */
type OrderClash = Readonly<Record<'before' | 'yours' | 'theirs', readonly string[]>>;

/** Returns the three orders if others changed the order to one that is neither the base nor the wanted one, or null. */
export function orderClash(rows: readonly ContactLinkBlock[], { order, blocks }: BlocksDraft): OrderClash | null {
  if (!order) return null;
  const now = rows.map(({ id }) => id);
  const stays = (id: string): boolean => now.includes(id) && order.base.includes(id) && blocks[id]?.wanted !== null;
  const [before, yours, theirs] = [order.base, order.wanted, now].map((ids) => ids.filter(stays)) as [string[], string[], string[]];
  return same(before, theirs) || same(yours, theirs) ? null : { before, yours, theirs };
}

export const prefixOf = (id: string): string => `${id}-`;

/** Returns the name of the button that shows the fields of a block. */
export const openerName = (id: string): string => `${prefixOf(id)}open`;

type Problem = 'title' | 'url' | 'links' | 'undecided' | 'loading';

interface ReadBlocks {
  /** The readable fields of each changed block, by its id. */
  readonly fields: ReadonlyMap<string, BlockFields>;
  /** The fields of all changed blocks, or the problems. */
  readonly reading: FormResult<ReadonlyMap<string, BlockFields>, string, Problem>;
}

/** Reads the form of all blocks; untouched new blocks are left out. */
export function readBlocks(shown: readonly ShownBlock[], linkName: string): ReadBlocks {
  const fields = new Map<string, BlockFields>();
  const wrong: Record<string, Problem> = {};
  for (const { id, base, values, state, dirty } of shown) {
    if (base === null && isUntouched(values, linkName)) continue;
    if (state === 'awaited') wrong['form'] = 'loading';
    else if (state !== 'plain') wrong[`${prefixOf(id)}decide`] = 'undecided';
    if (state !== 'plain' || !dirty) continue;
    const read = readBlock(values, prefixOf(id));
    if (read.kind === 'args') fields.set(id, read.args);
    else Object.assign(wrong, read.wrong);
  }
  return { fields, reading: Object.keys(wrong).length > 0 ? { kind: 'wrong', wrong } : { kind: 'args', args: fields } };
}
