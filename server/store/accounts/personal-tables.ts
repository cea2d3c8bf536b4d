import type { RowId } from '#contract/resource.ts';
import type { AnyDescriptor, Fate } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { snakeCase } from '../repositories/columns.ts';
import { participantId } from '../repositories/composed-rows.ts';
import { removeAuthorFromCombinedPushes } from '../push/news-pushes.ts';
import { deleteRemovalsWithoutAddress } from '../repositories/events/removed-members.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** A column that refers to people, and the effect of an erasure on its rows. */
export interface PersonalTable {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row; `id` by default. */
  readonly key?: readonly string[];
  readonly fate: Fate;
  /** The resource that shows the rows to others, and its field for the column. */
  readonly seen?: { readonly resource: string; readonly field: string };
  /** Returns the ids of the rows that others see, if they differ from the table's own. */
  readonly seenIds?: (trx: WriteHandle, userId: number) => Promise<RowId[]>;
  /** Keeps the rows that also belong to others, without the person. */
  readonly release?: (trx: WriteHandle, userId: number) => Promise<void>;
  /** Further fields of `seen` that are blanked when the person is removed from the row. */
  readonly blanks?: Readonly<Record<string, unknown>>;
  /** Columns that grant access or reveal others; left out of the person's download. */
  readonly secret?: readonly string[];
  /** Not part of the person's download. */
  readonly withheld?: true;
}

const ofResources = (descriptors as readonly AnyDescriptor[]).flatMap((descriptor): PersonalTable[] => {
  const { resource, table, person, alsoNames = [] } = descriptor;
  if (table === undefined) return [];
  return [...(person ? [person] : []), ...alsoNames].map(({ field, secret = [], ...rest }) => {
    const own = { table, column: snakeCase(field), secret: secret.map(snakeCase), ...rest };
    return field === 'id' ? own : { ...own, seen: { resource: resource.name, field } };
  });
});

/** Every table that refers to people, `users` last. A test finds missing ones. */
export const personalTables: readonly PersonalTable[] = [
  ...ofResources,
  {
    table: 'memberships',
    column: 'user_id',
    key: ['event_id', 'user_id'],
    fate: 'theirs',
    seen: { resource: 'participants', field: 'userId' },
    seenIds: participantsOf,
  },
  // Derived from the posts of others.
  { table: 'post_mentions', column: 'user_id', key: ['post_id', 'user_id'], fate: 'theirs', withheld: true },
  { table: 'push_news', column: 'author_id', fate: 'theirs' },
  { table: 'push_jobs', column: 'author_id', fate: 'theirs', release: removeAuthorFromCombinedPushes },
  { table: 'push_subscriptions', column: 'user_id', fate: 'theirs', secret: ['p256dh', 'auth'] },
  { table: 'sessions', column: 'user_id', fate: 'theirs', secret: ['current_hash', 'previous_hash'] },
  { table: 'second_factor_setups', column: 'user_id', fate: 'theirs', secret: ['id', 'secret', 'confirmed_step'] },
  { table: 'recovery_codes', column: 'user_id', key: ['hash'], fate: 'theirs', secret: ['hash'] },
  { table: 'mails', column: 'user_id', fate: 'theirs', secret: ['id'] },
  { table: 'link_tokens', column: 'user_id', key: ['hash'], fate: 'theirs', secret: ['hash'] },
  { table: 'email_hits', column: 'user_id', key: ['user_id', 'at'], fate: 'theirs' },
  { table: 'security_log', column: 'user_id', fate: 'theirs', secret: ['id', 'network'] },
  // Parts of files that the person's device still has.
  { table: 'partial_uploads', column: 'user_id', fate: 'theirs', withheld: true },
  { table: 'address_changes', column: 'user_id', key: ['user_id', 'at'], fate: 'theirs' },
  // The keyed hash of the address stays, so that a new account does not undo the removal.
  { table: 'removed_members', column: 'user_id', fate: 'forgets', secret: ['id', 'address_hash'], release: deleteRemovalsWithoutAddress },
  { table: 'quota_use', column: 'user_id', key: ['user_id', 'event_id'], fate: 'theirs' },
  { table: 'receipts', column: 'user_id', key: ['user_id', 'key'], fate: 'theirs', secret: ['hash'] },
  { table: 'change_log', column: 'key_user', key: ['scope', 'resource', 'row_id'], fate: 'forgets' },
  { table: 'audit_log', column: 'actor_id', fate: 'forgets' },
  { table: 'audit_log', column: 'person_id', fate: 'forgets' },
  { table: 'users', column: 'id', fate: 'theirs', secret: ['password_hash', 'totp_secret', 'totp_last_step'] },
];

/** Returns the fields that change when the person named in `field` is removed from a row. Throws a `TypeError` if there is no such rule. */
export function clearedFields(resource: string, field: string): Readonly<Record<string, unknown>> {
  const table = personalTables.find(({ seen }) => seen?.resource === resource && seen.field === field);
  if (table?.fate !== 'forgets') throw new TypeError(`${resource} forgets nobody in ${field}`);
  return { ...table.blanks, [field]: null };
}

async function participantsOf(trx: WriteHandle, userId: number): Promise<RowId[]> {
  const memberships = await sqlOf(trx).selectFrom('memberships').select('event_id').where('user_id', '=', userId).execute();
  return memberships.map(({ event_id }) => participantId(event_id, userId));
}
