import { limits } from '#contract/limits.ts';
import { arrangementId } from '#contract/rules/arranged.ts';
import { type ContactLinkBlock, contactLinks } from '#contract/resources/contact-links.ts';
import { changesOf } from '#commands/use-clashes.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import type { Choices } from '#ui/forms/clash-choices.tsx';
import type { BlockFields } from './block-values.ts';
import { type BlocksDraft, isReordered, shownBlocks } from './blocks-draft.ts';

export interface Saved {
  eventId: number;
  rows: readonly ContactLinkBlock[];
  draft: BlocksDraft;
  /** The new fields of each changed block, by its id. */
  fields: ReadonlyMap<string, BlockFields>;
  /** Choices about concurrent changes of a block, by its id. */
  choicesOf: (id: string) => Choices;
  keepTheirOrder: boolean;
}

/** Returns the order first, then the changed fields of each block, then the removals. */
export function saveCommands({ eventId, rows, draft, fields, choicesOf, keepTheirOrder }: Saved): Command[] {
  // An untouched new block is not sent.
  const shown = shownBlocks(rows, draft).filter(({ id, base }) => base !== null || fields.has(id));
  const positions = shown.slice(0, limits.arranged).map(({ id }, index) => ({ id, position: index + 1 }));
  const order =
    isReordered(rows, draft) && !keepTheirOrder && positions.length > 0
      ? [command('arrangements', 'contactLinks', { positions }, { id: arrangementId(eventId, 'contactLinks'), eventId })]
      : [];
  let last = Math.max(0, ...rows.map(({ position }) => position));
  const changes = shown.flatMap(({ id, base, row }): Command[] => {
    const edited = fields.get(id);
    if (!edited) return [];
    if (!row || !base) return [command('contactLinks', 'create', { ...edited, position: (last += 1) }, { id, eventId })];
    const changed = changesOf(contactLinks, { base, row, edited }, choicesOf(id));
    return Object.keys(changed).length > 0 ? [command('contactLinks', 'edit', changed, { id, eventId })] : [];
  });
  const going = rows.filter(({ id }) => draft.blocks[id]?.wanted === null);
  return [...order, ...changes, ...going.map(({ id }) => command('contactLinks', 'remove', {}, { id, eventId }))];
}
