import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** People with the same quiet hours (minutes of the day) in one event. */
export interface QuietGroup {
  readonly eventId: number;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the quiet hours of people who have a due push. Announcements ignore quiet hours. */
export async function readQuietGroups(trx: WriteHandle, now: number): Promise<QuietGroup[]> {
  const groups = await sqlOf(trx)
    .selectFrom('push_jobs as job')
    .innerJoin('push_subscriptions as device', 'device.id', 'job.subscription_id')
    .innerJoin('notification_settings as settings', 'settings.id', 'device.user_id')
    .innerJoin('events', 'events.id', 'job.event_id')
    .select(['job.event_id as eventId', 'events.time_zone as timeZone', 'settings.quiet_from as from', 'settings.quiet_to as to'])
    .distinct()
    .where('job.state', '=', 'waiting')
    .where('job.next_at', '<=', now)
    .where('job.setting', '!=', 'general')
    .where('settings.quiet_from', 'is not', null)
    .where('settings.quiet_to', 'is not', null)
    .execute();
  return groups.map(({ from, to, ...group }) => ({ ...group, from: Number(from), to: Number(to) }));
}

/** Postpones the due pushes of these people to an instant (ms since the epoch). */
export async function postponeJobs(trx: WriteHandle, { eventId, from, to }: QuietGroup, now: number, until: number): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set({ next_at: until })
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where('setting', '!=', 'general')
    .where('event_id', '=', eventId)
    .where('subscription_id', 'in', (is) =>
      is
        .selectFrom('push_subscriptions as device')
        .innerJoin('notification_settings as settings', 'settings.id', 'device.user_id')
        .select('device.id')
        .where('settings.quiet_from', '=', from)
        .where('settings.quiet_to', '=', to),
    )
    .execute();
}
