import { type Expression, type RawBuilder, sql } from 'kysely';
import type { NotificationSetting } from '../../../contract/resources/notifications.ts';
import { type Reading, sqlOf } from '../engine/handles.ts';

/** Who is told of something that happens in an event. */
export interface Audience {
  readonly eventId: number;
  /** Which of their settings has to be on. */
  readonly setting: NotificationSetting;
  /** Whose devices it goes to: one person's, or everybody's but for these. */
  readonly to: { readonly userId: number } | { readonly except: readonly number[] };
  /** Who made it, where those who do not want to see this person are not told. */
  readonly authorId?: number;
}

/** The devices, as `device`, that are to be told now (ms since the epoch). */
export function devicesOf(db: Reading, { eventId, setting, to, authorId }: Audience, now: number) {
  const all = receivers(db, sql.val(eventId), sql.val(setting), now).where(hidesNot(sql.val(authorId ?? null)));
  if ('userId' in to) return all.where('device.user_id', '=', to.userId);
  return to.except.length > 0 ? all.where('device.user_id', 'not in', to.except) : all;
}

/** Of jobs under the name `job`: those whose device is still to be told. What was made a while ago may be wanted no more. */
export function isWanted(db: Reading, now: number): RawBuilder<boolean> {
  // A number of several says nothing of any.
  const author = sql<number | null>`case job.count when 1 then job.author_id end`;
  const devices = receivers(db, sql.ref('job.event_id'), sql.ref('job.setting'), now).where(hidesNot(author));
  return sql<boolean>`exists ${devices.where('device.id', '=', sql.ref<number>('job.subscription_id')).select('device.id')}`;
}

/** Whether the person of the device wants to see this one. */
const hidesNot = (author: Expression<number | null>): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from hidden_people where hidden_people.user_id = device.user_id and hidden_people.other_id = ${author} and hidden_people.hidden = 1)`;

/** Devices that are signed in, of members who look at this event now and want to be told: the app shows no other event than the active one. */
function receivers(db: Reading, eventId: Expression<number>, setting: Expression<NotificationSetting>, now: number) {
  // Who never changed a setting has no record, and everything on.
  const isOn = sql<boolean>`coalesce(case ${setting}
    when 'general' then settings.general when 'chats' then settings.chats
    when 'meetups' then settings.meetups when 'pictures' then settings.pictures end, 1) = 1`;
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
