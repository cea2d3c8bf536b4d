import type { AnyDescriptor } from './descriptor.ts';
import { announcementsDescriptor } from './announcements.ts';
import { codesDescriptor } from './codes.ts';
import { eventsDescriptor } from './events.ts';
import { evidenceDescriptor } from './evidence.ts';
import { feedbackDescriptor } from './feedback.ts';
import { homeEntriesDescriptor } from './home-entries.ts';
import { meDescriptor } from './me.ts';
import { meetupsDescriptor } from './meetups.ts';
import { menuEntriesDescriptor } from './menu-entries.ts';
import { modulesDescriptor } from './modules.ts';
import { notificationsDescriptor } from './notifications.ts';
import { participantsDescriptor } from './participants.ts';
import { photosDescriptor } from './photos.ts';
import { postsDescriptor } from './posts.ts';
import { scheduleDescriptor } from './schedule.ts';
import { statisticsDescriptor } from './statistics.ts';
import { userStatisticsDescriptor } from './user-statistics.ts';

/** All of them, in the order in which their modules are offered. */
export const descriptors = [
  meDescriptor,
  eventsDescriptor,
  modulesDescriptor,
  menuEntriesDescriptor,
  homeEntriesDescriptor,
  scheduleDescriptor,
  meetupsDescriptor,
  postsDescriptor,
  photosDescriptor,
  participantsDescriptor,
  codesDescriptor,
  announcementsDescriptor,
  statisticsDescriptor,
  userStatisticsDescriptor,
  evidenceDescriptor,
  feedbackDescriptor,
  notificationsDescriptor,
] as const satisfies readonly AnyDescriptor[];

const byName = new Map<string, AnyDescriptor>(descriptors.map((descriptor) => [descriptor.resource.name, descriptor]));

/** Throws a `TypeError` for a resource that has none. */
export function descriptorOf(name: string): AnyDescriptor {
  const descriptor = byName.get(name);
  if (!descriptor) throw new TypeError(`no descriptor of ${name}`);
  return descriptor;
}
