import { limits } from '../../../contract/limits.ts';
import { arrangementId } from '../../../contract/rules/arranged.ts';
import { arrangements } from '../../../contract/resources/arrangements.ts';
import { type ContactLinkBlock, contactLinks } from '../../../contract/resources/contact-links.ts';
import { changesOf } from '../../commands/use-clashes.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import type { Choices } from '../../ui/forms/clash-choices.tsx';
import type { BlockFields } from './block-values.ts';
import { type BlocksDraft, isReordered, shownBlocks } from './blocks-draft.ts';

export interface Saved {
  eventId: number;
  rows: readonly ContactLinkBlock[];
  draft: BlocksDraft;
  /** What each block that was touched is to say, by its id. */
  fields: ReadonlyMap<string, BlockFields>;
  /** What was decided where somebody else changed the same, by the block's id. */
  choicesOf: (id: string) => Choices;
  /** The order that others gave meanwhile shall stand. */
  keepTheirOrder: boolean;
}

/** First the order, then each block that changed, as far as it did, and at last those that go. */
export function saveCommands({ eventId, rows, draft, fields, choicesOf, keepTheirOrder }: Saved): Command[] {
  // A new block that nobody has touched says nothing.
  const shown = shownBlocks(rows, draft).filter(({ id, base }) => base !== null || fields.has(id));
  const positions = shown.slice(0, limits.arranged).map(({ id }, index) => ({ id, position: index + 1 }));
  const order =
    isReordered(rows, draft) && !keepTheirOrder && positions.length > 0
      ? [command(arrangements, 'contactLinks', { positions }, { id: arrangementId(eventId, 'contactLinks'), eventId })]
      : [];
  let last = Math.max(0, ...rows.map(({ position }) => position));
  const changes = shown.flatMap(({ id, base, row }): Command[] => {
    const wanted = fields.get(id);
    if (!wanted) return [];
    if (!row || !base) return [command(contactLinks, 'create', { ...wanted, position: (last += 1) }, { id, eventId })];
    const changed = changesOf(contactLinks, { base, row, wanted }, choicesOf(id));
    return Object.keys(changed).length > 0 ? [command(contactLinks, 'edit', changed, { id, eventId })] : [];
  });
  const going = rows.filter(({ id }) => draft.blocks[id]?.wanted === null);
  return [...order, ...changes, ...going.map(({ id }) => command(contactLinks, 'remove', {}, { id, eventId }))];
}
