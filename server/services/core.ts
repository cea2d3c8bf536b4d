import { emailGuard } from './email-guard.ts';
import { CommunityReads } from './community-reads.ts';
import { Feed } from './feed.ts';
import { Hub } from './hub.ts';
import { Reads } from './reads.ts';
import type { Timers } from '../timers.ts';
import { Writer, type WriterDeps } from './writer.ts';

/** The services around the change feed. */
export interface Core {
  readonly writer: Writer;
  readonly feed: Feed;
  readonly hub: Hub;
  readonly reads: Reads;
  readonly community: CommunityReads;
}

interface CoreDeps extends Pick<WriterDeps, 'store' | 'clock' | 'log' | 'entails'> {
  readonly timers: Timers;
}

export function createCore({ store, timers, ...deps }: CoreDeps): Core {
  const hub = new Hub(timers);
  const writer = new Writer({ store, ...deps, guard: emailGuard(deps.clock), onCommitted: (scopes) => hub.publish(scopes) });
  return { writer, feed: new Feed(store), hub, reads: new Reads(store), community: new CommunityReads(store) };
}
