import { announcements } from '#contract/resources/announcements.ts';
import type { Announcement } from '#contract/resources/announcements.ts';
import { notifications } from '#contract/resources/notifications.ts';
import { pushName } from '../server/push-service.ts';
import type { ExecutedCommand } from './server-log.ts';
import type { Expected } from '../server/recorder.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** Returns devices that received an announcement twice, and those that never received a published one for no known reason. */
export async function pushViolations(world: World): Promise<string[]> {
  const { server } = world;
  const { pushService, recorder } = server;
  const acts = recorder.log.filter((happening) => happening.kind === 'act');
  const required = (await recorder.expected()).filter((expected) => expected.userId !== senderOf(expected, acts));
  const requiredOf = Map.groupBy(required, nameOf);
  const living = new Set(
    (await sqlOf(server.store.reading).selectFrom('push_subscriptions').select('endpoint').execute()).map(({ endpoint }) => endpoint),
  );
  const out = new Set(
    (await sqlOf(server.store.reading).selectFrom('announcements').select('id').where('active', '=', 1).execute()).map(({ id }) => id),
  );
  const off = new Set(
    (await sqlOf(server.store.reading).selectFrom('notification_settings').select('id').where('general', '=', 0).execute()).map(
      ({ id }) => id,
    ),
  );
  // A person whose pushes were off when a message was due does not receive it, not even after a restore that sends it again.
  const mayHaveBeenOff = ({ userId, afterAct }: Expected) =>
    off.has(userId) || acts.some(({ order, entity }) => order > afterAct && entity === `${notifications.name}:${userId}`);
  const counts = Map.groupBy(pushService.arrived, (name) => name);
  return [
    ...wrongNotifications(world),
    ...[...counts].filter(([, each]) => each.length > 1).map(([name, each]) => `pushed ${each.length} times: ${name}`),
    ...[...counts.keys()].filter((name) => !requiredOf.has(name)).map((name) => `pushed to a device that should not receive it: ${name}`),
    ...required
      // An endpoint reported as expired may exist again by an earlier request.
      .filter(({ endpoint }) => living.has(endpoint) && !pushService.expired.has(endpoint))
      .filter(({ announcementId }) => out.has(announcementId))
      .filter((expected) => !requiredOf.get(nameOf(expected))?.some(mayHaveBeenOff))
      .filter((expected) => !counts.has(nameOf(expected)) && !pushService.unsure.has(nameOf(expected)))
      .map((expected) => `never pushed: ${nameOf(expected)}`),
  ];
}

function nameOf({ endpoint, announcementId }: Expected): string {
  return pushName(endpoint, `announcement-${announcementId}`);
}

/** Returns the author of an announcement's publication: of the first command after that moment that left it marked as sent. */
function senderOf({ announcementId, afterAct }: Expected, acts: readonly ExecutedCommand[]): number | undefined {
  const entity = `${announcements.name}:${announcementId}`;
  return acts.find((act) => act.order > afterAct && act.entity === entity && (act.row as Announcement | null)?.notificationSent)?.userId;
}

/** Every delivered message is shown with its own words and leads to the announcements. */
function wrongNotifications({ devices, server }: World): string[] {
  const all = devices.flatMap(({ notices }) => notices);
  const shown = all.map(({ endpoint, notice }) => pushName(endpoint, notice.options.tag ?? '')).toSorted();
  const arrived = server.pushService.arrived.toSorted();
  const wrong = all.filter(
    ({ notice: { title, options } }) => !/: title \d+$/.test(title) || !options.data.url.endsWith('/#/announcements'),
  );
  return [
    ...(shown.join() === arrived.join() ? [] : [`shown notifications: ${shown.join()}, arrived: ${arrived.join()}`]),
    ...wrong.map(({ notice }) => `wrong notification: ${JSON.stringify(notice)}`),
  ];
}
