import type { Config } from '../config.ts';
import type { Clock, Timers } from '../lib/clock.ts';
import type { Auth } from '../services/auth/auth.ts';
import type { Feed } from '../services/feed/feed.ts';
import type { Hub } from '../services/feed/hub.ts';
import type { Membership } from '../services/membership/membership.ts';
import type { AdminQueries } from '../services/queries/admin-queries.ts';
import type { CodeQueries } from '../services/queries/code-queries.ts';
import type { Events } from '../services/events/events.ts';
import type { AdminEvents } from '../services/queries/admin-events.ts';
import type { CommunityQueries } from '../services/queries/community-queries.ts';
import type { DeclaredLists } from '../services/queries/declared-lists.ts';
import type { EventQueries } from '../services/queries/event-queries.ts';
import type { DatingQueries } from '../services/queries/dating-queries.ts';
import type { CalendarQueries } from '../services/queries/calendar-queries.ts';
import type { SharingQueries } from '../services/queries/sharing-queries.ts';
import type { Content } from '../services/accounts/remove-content.ts';
import type { Administration } from '../services/accounts/administration.ts';
import type { SignInAddress } from '../services/accounts/sign-in-address.ts';
import type { Verification } from '../services/accounts/verification.ts';
import type { Writer } from '../services/commands/writer.ts';
import type { Store } from '../store/store.ts';

/** The services that route files receive. */
export interface Deps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly auth: Auth;
  readonly verification: Verification;
  readonly signInAddress: SignInAddress;
  readonly membership: Membership;
  readonly administration: Administration;
  readonly content: Content;
  readonly events: Events;
  readonly writer: Writer;
  readonly feed: Feed;
  readonly hub: Hub;
  readonly lists: DeclaredLists;
  readonly eventQueries: EventQueries;
  readonly codes: CodeQueries;
  readonly adminEvents: AdminEvents;
  readonly community: CommunityQueries;
  readonly adminQueries: AdminQueries;
  readonly sharing: SharingQueries;
  readonly dating: DatingQueries;
  readonly calendar: CalendarQueries;
}
