import { type Expression, type RawBuilder, sql } from 'kysely';
import type { NotificationSetting } from '#contract/resources/notifications.ts';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';

/** The setting that has to be on, or `followed` for replies in a thread that the person follows, which no setting turns off. */
export type PushKind = NotificationSetting | 'followed';

export interface Audience {
  readonly eventId: number;
  readonly setting: PushKind;
}

/** Selects the devices (alias `device`) that receive the push now (ms since the epoch). */
export function devicesOf(db: ReadHandle, { eventId, setting }: Audience, now: number) {
  return receivers(db, sql.val(eventId), sql.val(setting), now);
}

export function readReceivers(db: ReadHandle, audience: Audience, now: number): Promise<Receiver[]> {
  return devicesOf(db, audience, now).select(['device.id', 'device.user_id as userId']).execute();
}

/** A device. */
export interface Receiver {
  readonly id: number;
  readonly userId: number;
}

/** A device with the settings of its user for posts. */
interface PostReceiver extends Receiver {
  readonly chats: boolean;
  readonly mentions: boolean;
}

export async function readPostReceivers(db: ReadHandle, eventId: number, now: number): Promise<PostReceiver[]> {
  const devices = await devicesOf(db, { eventId, setting: 'followed' }, now)
    .select(['device.id', 'device.user_id as userId', 'settings.chats', 'settings.mentions'])
    .execute();
  return devices.map(({ chats, mentions, ...device }) => ({ ...device, chats: chats !== 0, mentions: mentions !== 0 }));
}

/** Returns who follows or mutes these threads, by the ids of their rows. */
export async function readThreadFollows(db: ReadHandle, threads: readonly string[]): Promise<Map<string, FollowState>> {
  const states = new Map<string, FollowState>();
  for (const chunk of chunksOf(threads)) {
    const rows = await sqlOf(db)
      .selectFrom('thread_follows')
      .select(['id', 'state'])
      .where('post_id', 'in', chunk)
      .where('state', '!=', 'usual')
      .execute();
    for (const { id, state } of rows) states.set(id, state);
  }
  return states;
}

/** Returns, for each user who hides some of these people, the people they hide. */
export async function hidersOf(db: ReadHandle, people: readonly number[]): Promise<Map<number, Set<number>>> {
  const hidden = new Map<number, Set<number>>();
  for (const chunk of chunksOf(people)) {
    const found = await sqlOf(db)
      .selectFrom('hidden_people')
      .select(['user_id', 'other_id'])
      .where('other_id', 'in', chunk)
      .where('hidden', '=', 1)
      .execute();
    for (const { user_id: hider, other_id: other } of found) hidden.set(hider, (hidden.get(hider) ?? new Set()).add(other));
  }
  return hidden;
}

/** True for a job (alias `job`) whose device should still receive it; settings may have changed since it was created. */
export function isWanted(db: ReadHandle, now: number): RawBuilder<boolean> {
  // A combined push names no author.
  const author = sql<number | null>`case job.count when 1 then job.author_id end`;
  const devices = receivers(db, sql.ref('job.event_id'), sql.ref('job.setting'), now).where(isNotHidden(author)).where(isThreadWanted);
  return sql<boolean>`exists ${devices.where('device.id', '=', sql.ref<number>('job.subscription_id')).select('device.id')}`;
}

/** True if the user of the device does not hide this person. */
const isNotHidden = (author: Expression<number | null>): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from hidden_people where hidden_people.user_id = device.user_id and hidden_people.other_id = ${author} and hidden_people.hidden = 1)`;

/** True unless a job (alias `job`) is about one reply in a thread that its user has muted, or does not follow any more. */
const isThreadWanted = sql<boolean>`case
  when job.count > 1 then 1 = 1
  when job.setting = 'chats' then ${stateOfThread()} <> 'muted'
  when job.setting = 'followed' then ${stateOfThread()} = 'followed'
  else 1 = 1 end`;

function stateOfThread(): RawBuilder<string> {
  return sql<string>`coalesce((select thread_follows.state from posts
    join thread_follows on thread_follows.id = coalesce(posts.reply_to_id, posts.id) || '-' || device.user_id
    where posts.id = substr(job.row_key, ${sql.lit('posts:'.length + 1)})), '')`;
}

/**
 * Selects devices with an open session of members whose active event is this one and whose setting is on. The app only shows the active
 * event.
 */
function receivers(db: ReadHandle, eventId: Expression<number>, setting: Expression<PushKind>, now: number) {
  // Users without a record have the default: everything on.
  const isOn = sql<boolean>`coalesce(case ${setting}
    when 'general' then settings.general when 'chats' then settings.chats
    when 'meetups' then settings.meetups when 'pictures' then settings.pictures
    when 'agenda' then settings.agenda when 'mentions' then settings.mentions end, 1) = 1`;
  return sqlOf(db)
    .selectFrom('push_subscriptions as device')
    .innerJoin('sessions', 'sessions.id', 'device.session_id')
    .innerJoin('users', 'users.id', 'device.user_id')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').onRef('memberships.event_id', '=', 'users.active_event_id'),
    )
    .leftJoin('notification_settings as settings', 'settings.id', 'users.id')
    .where('users.active_event_id', '=', eventId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where(isOn);
}
