import type { ContactLinkBlock } from '../../../contract/resources/contact-links.ts';
import { same } from '../../sync/mirror/merge.ts';
import { type BlockValues, valuesOf } from './block-values.ts';

/** What somebody wants of one block: `base` is what they saw when they began, null for a new one; `wanted` null takes it away. */
export interface Change {
  readonly base: ContactLinkBlock | null;
  readonly wanted: BlockValues | null;
}

/** All that is not saved yet, kept as text: the blocks that were touched, by id, and the order, where that was. */
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

/** The draft as it is kept; empty where nothing differs any more. An order that is as it would be without it is none. */
export function draftText(draft: BlocksDraft, rows: readonly ContactLinkBlock[]): string {
  const settled = isReordered(rows, draft) ? draft : { ...draft, order: null };
  return isEmpty(settled) ? '' : JSON.stringify(settled);
}

/**
 * How a block is shown. `gone`: somebody else removed what was changed here; `changed`: they changed what was removed here. `awaited`: it is not
 * here, and as long as the mirror is loaded anew nobody knows whether it is gone.
 */
export type BlockState = 'plain' | 'gone' | 'changed' | 'awaited';

export interface ShownBlock {
  readonly id: string;
  /** As it is now; null for a new one, and for one that is gone. */
  readonly row: ContactLinkBlock | null;
  readonly base: ContactLinkBlock | null;
  readonly values: BlockValues;
  readonly state: BlockState;
  /** Something in it differs from the base. */
  readonly dirty: boolean;
}

/** The blocks as the person wants them, in their order. Pure. */
export function shownBlocks(rows: readonly ContactLinkBlock[], draft: BlocksDraft, loading = false): ShownBlock[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orderOf(rows, draft).flatMap((id): ShownBlock[] => {
    const row = byId.get(id) ?? null;
    const change = draft.blocks[id];
    if (!change) return row ? [{ id, row, base: row, values: valuesOf(row), state: 'plain', dirty: false }] : [];
    const { base, wanted } = change;
    if (wanted === null) {
      const changed = row !== null && base !== null && !same(said(valuesOf(row)), said(valuesOf(base)));
      return changed ? [{ id, row, base, values: valuesOf(row), state: 'changed', dirty: true }] : [];
    }
    const missing = loading ? 'awaited' : 'gone';
    return [{ id, row, base, values: wanted, state: base !== null && row === null ? missing : 'plain', dirty: true }];
  });
}

/** All ids in the order that is wanted; what came to be meanwhile stands last. */
function orderOf(rows: readonly ContactLinkBlock[], { blocks, order }: BlocksDraft): string[] {
  const wanted = order?.wanted ?? [];
  const all = [...rows.map(({ id }) => id), ...Object.keys(blocks).filter((id) => !rows.some((row) => row.id === id))];
  return [...wanted.filter((id) => all.includes(id)), ...all.filter((id) => !wanted.includes(id))];
}

/** Whether the order is to be another one than it would be without the person's word. */
export function isReordered(rows: readonly ContactLinkBlock[], draft: BlocksDraft): boolean {
  return draft.order !== null && !same(orderOf(rows, draft), orderOf(rows, { ...draft, order: null }));
}

/** What a block says, without the keys of its links. */
function said({ title, subtitle, links }: BlockValues): unknown {
  return [title, subtitle, links.map(({ name, url }) => [name, url])];
}

/** The draft after a block was changed; as it was before, it is no part of the draft. */
export function withValues(draft: BlocksDraft, { id, base }: ShownBlock, values: BlockValues): BlocksDraft {
  const { [id]: _before, ...others } = draft.blocks;
  const undone = base !== null && same(said(values), said(valuesOf(base)));
  return { ...draft, blocks: undone ? others : { ...draft.blocks, [id]: { base, wanted: values } } };
}

export function withNew(draft: BlocksDraft, id: string, values: BlockValues): BlocksDraft {
  return { ...draft, blocks: { ...draft.blocks, [id]: { base: null, wanted: values } } };
}

/** One that nobody else has seen yet leaves nothing behind. */
export function withoutBlock(draft: BlocksDraft, { id, row }: ShownBlock): BlocksDraft {
  if (row === null) return letGo(draft, id);
  return { ...draft, blocks: { ...draft.blocks, [id]: { base: row, wanted: null } } };
}

/** What was wanted of a block is given up. */
export function letGo(draft: BlocksDraft, id: string): BlocksDraft {
  const { [id]: _gone, ...blocks } = draft.blocks;
  return { ...draft, blocks };
}

/** The same words as a new block, in the place of the one that is gone. */
export function asNew(draft: BlocksDraft, { id, values }: ShownBlock, newId: string): BlocksDraft {
  const { [id]: _gone, ...blocks } = draft.blocks;
  const order = draft.order && { ...draft.order, wanted: draft.order.wanted.map((other) => (other === id ? newId : other)) };
  return { order, blocks: { ...blocks, [newId]: { base: null, wanted: values } } };
}

/** The draft after a block has changed places with its neighbour among those that are shown. */
export function moved(draft: BlocksDraft, rows: readonly ContactLinkBlock[], id: string, by: -1 | 1): BlocksDraft {
  const shown = shownBlocks(rows, draft).map((block) => block.id);
  const from = shown.indexOf(id);
  const neighbour = shown[from + by];
  if (neighbour === undefined) return draft;
  const wanted = orderOf(rows, draft).map((other) => (other === id ? neighbour : other === neighbour ? id : other));
  return { ...draft, order: { base: draft.order?.base ?? rows.map((row) => row.id), wanted } };
}

/** Ids of the blocks that are in all three. */
type OrderClash = Readonly<Record<'before' | 'yours' | 'theirs', readonly string[]>>;

/** The order that others have given meanwhile, where it is neither the one that was there before nor the one that is wanted here. */
export function orderClash(rows: readonly ContactLinkBlock[], { order, blocks }: BlocksDraft): OrderClash | null {
  if (!order) return null;
  const now = rows.map(({ id }) => id);
  const stays = (id: string): boolean => now.includes(id) && order.base.includes(id) && blocks[id]?.wanted !== null;
  const [before, yours, theirs] = [order.base, order.wanted, now].map((ids) => ids.filter(stays)) as [string[], string[], string[]];
  return same(before, theirs) || same(yours, theirs) ? null : { before, yours, theirs };
}
