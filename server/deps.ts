import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Auth } from './services/auth/auth.ts';
import type { Feed } from './services/feed/feed.ts';
import type { Hub } from './services/feed/hub.ts';
import type { Joining } from './services/joining/joining.ts';
import type { AdminReads } from './services/lists/admin-reads.ts';
import type { CodeReads } from './services/lists/code-reads.ts';
import type { Events } from './services/events/events.ts';
import type { AdminEvents } from './services/lists/admin-events.ts';
import type { CommunityReads } from './services/lists/community-reads.ts';
import type { DeclaredLists } from './services/lists/declared-lists.ts';
import type { Reads } from './services/lists/reads.ts';
import type { DatingReads } from './services/lists/dating-reads.ts';
import type { CalendarReads } from './services/lists/calendar-reads.ts';
import type { SharingReads } from './services/lists/sharing-reads.ts';
import type { Administration } from './services/people/administration.ts';
import type { SignInAddress } from './services/people/sign-in-address.ts';
import type { Verification } from './services/people/verification.ts';
import type { Writer } from './services/writing/writer.ts';
import type { Store } from './store/store.ts';
import type { Timers } from './timers.ts';

/** What the server is put together from; every route file gets it. */
export interface Deps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly auth: Auth;
  readonly verification: Verification;
  readonly signInAddress: SignInAddress;
  readonly joining: Joining;
  readonly administration: Administration;
  readonly events: Events;
  readonly writer: Writer;
  readonly feed: Feed;
  readonly hub: Hub;
  readonly lists: DeclaredLists;
  readonly reads: Reads;
  readonly codes: CodeReads;
  readonly adminEvents: AdminEvents;
  readonly community: CommunityReads;
  readonly adminReads: AdminReads;
  readonly sharing: SharingReads;
  readonly dating: DatingReads;
  readonly calendar: CalendarReads;
}
