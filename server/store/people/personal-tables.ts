import type { RowId } from '../../../contract/resource.ts';
import type { ResourceName } from '../../../contract/resources.ts';
import { participantId } from '../rows/composed-rows.ts';
import { forgetAuthorOfMany } from '../push/push-news.ts';
import { sqlOf, type Writing } from '../engine/handles.ts';
import type { Schema } from '../engine/schema.ts';

/** A table whose rows name people, and what becomes of them when one leaves for good. */
export interface PersonalTable {
  readonly table: keyof Schema;
  /** The column that names the person. */
  readonly column: string;
  /** `theirs` goes with them, `shared` goes or stays without a name, as they choose, `forgets` only loses the name. */
  readonly fate: 'theirs' | 'shared' | 'forgets';
  /** The resource that shows the rows to others, and its field for the column. */
  readonly seen?: { readonly resource: ResourceName; readonly field: string };
  /** The ids of the rows that others see, where the table's own are not. */
  readonly seenIds?: (trx: Writing, userId: number) => Promise<RowId[]>;
  /** Keeps, without the person, those of the rows that are not theirs alone. */
  readonly release?: (trx: Writing, userId: number) => Promise<void>;
  /** Columns that open something: left out of what a person may download. */
  readonly secret?: readonly string[];
}

/** Every table that names people, `users` itself last. A test looks whether one is missing. */
export const personalTables: readonly PersonalTable[] = [
  { table: 'posts', column: 'author_id', fate: 'shared', seen: { resource: 'posts', field: 'authorId' } },
  { table: 'photos', column: 'author_id', fate: 'shared', seen: { resource: 'photos', field: 'authorId' } },
  { table: 'meetups', column: 'author_id', fate: 'shared', seen: { resource: 'meetups', field: 'authorId' } },
  { table: 'feedback', column: 'author_id', fate: 'shared', seen: { resource: 'feedback', field: 'authorId' } },
  { table: 'evidence', column: 'author_id', fate: 'theirs', seen: { resource: 'evidence', field: 'authorId' } },
  { table: 'user_statistics', column: 'user_id', fate: 'theirs', seen: { resource: 'userStatistics', field: 'userId' } },
  { table: 'event_codes', column: 'used_by', fate: 'forgets', seen: { resource: 'codes', field: 'usedBy' } },
  { table: 'memberships', column: 'user_id', fate: 'theirs', seen: { resource: 'participants', field: 'userId' }, seenIds: participantsOf },
  { table: 'notification_settings', column: 'id', fate: 'theirs' },
  { table: 'push_jobs', column: 'author_id', fate: 'theirs', release: forgetAuthorOfMany },
  { table: 'push_subscriptions', column: 'user_id', fate: 'theirs', secret: ['p256dh', 'auth'] },
  { table: 'sessions', column: 'user_id', fate: 'theirs', secret: ['current_hash', 'previous_hash'] },
  { table: 'receipts', column: 'user_id', fate: 'theirs', secret: ['hash'] },
  { table: 'change_log', column: 'key_user', fate: 'forgets' },
  { table: 'users', column: 'id', fate: 'theirs', secret: ['password_hash', 'totp_secret', 'totp_last_step'] },
];

async function participantsOf(trx: Writing, userId: number): Promise<RowId[]> {
  const memberships = await sqlOf(trx).selectFrom('memberships').select('event_id').where('user_id', '=', userId).execute();
  return memberships.map(({ event_id }) => participantId(event_id, userId));
}
