import { arrangementId } from '#contract/rules/arranged.ts';
import { type ContactLinkBlock, contactLinks } from '#contract/resources/contact-links.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readArranged } from '#sync/mirror/arranged-rows.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { useLive } from '#sync/react/hooks.tsx';

export const draftIdOf = (eventId: number): string => `contact-links:${eventId}`;

export interface AdminBlocks {
  /** The event of these blocks: they are returned until the blocks of another event are read. */
  readonly eventId: number;
  readonly rows: readonly ContactLinkBlock[];
  /** Ids of blocks with a pending command. */
  readonly waiting: ReadonlySet<string>;
  /** Rejected and conflicting commands on a block or on the order. */
  readonly problems: readonly OutboxEntry[];
}

export function useAdminBlocks(eventId: number): AdminBlocks | undefined {
  return useLive((db) => readAdminBlocks(db, eventId), [eventId]);
}

async function readAdminBlocks(db: EventDatabase, eventId: number): Promise<AdminBlocks> {
  const [records, problems] = await Promise.all([
    readArranged(db, db.mirror('contactLinks'), 'contactLinks', eventId),
    readRefused(db, ['arrangements', 'contactLinks'], eventId),
  ]);
  const order = arrangementId(eventId, 'contactLinks');
  return {
    eventId,
    rows: records.map((record) => viewOf(contactLinks, record) as ContactLinkBlock),
    waiting: new Set(records.filter(({ $pending = [] }) => $pending.length > 0).map(({ id }) => id)),
    problems: problems.filter(({ resource, id }) => resource !== 'arrangements' || id === order),
  };
}
