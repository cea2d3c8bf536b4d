import type { AnyResource } from './resource.ts';
import { announcements } from './resources/announcements.ts';
import { arrangements } from './resources/arrangements.ts';
import { calendarEvents } from './resources/calendar-events.ts';
import { calendarFeed } from './resources/calendar-feed.ts';
import { calendarLinks } from './resources/calendar-links.ts';
import { codes } from './resources/codes.ts';
import { contactLinks } from './resources/contact-links.ts';
import { dating } from './resources/dating.ts';
import { datingMatches } from './resources/dating-matches.ts';
import { datingParticipants } from './resources/dating-participants.ts';
import { events } from './resources/events.ts';
import { evidence } from './resources/evidence.ts';
import { feedback } from './resources/feedback.ts';
import { hiddenPeople } from './resources/hidden-people.ts';
import { homeEntries } from './resources/home-entries.ts';
import { me } from './resources/me.ts';
import { meetups } from './resources/meetups.ts';
import { menuEntries } from './resources/menu-entries.ts';
import { modules } from './resources/modules.ts';
import { notifications } from './resources/notifications.ts';
import { ownReports } from './resources/own-reports.ts';
import { participants } from './resources/participants.ts';
import { photos } from './resources/photos.ts';
import { posts } from './resources/posts.ts';
import { reports } from './resources/reports.ts';
import { schedule } from './resources/schedule.ts';
import { shares } from './resources/shares.ts';
import { statistics } from './resources/statistics.ts';
import { userStatistics } from './resources/user-statistics.ts';

/** All resources, in the order in which a first load brings them: what Home and the schedule need first, the long lists last. */
export const resources = [
  me,
  notifications,
  hiddenPeople,
  events,
  modules,
  menuEntries,
  homeEntries,
  schedule,
  announcements,
  codes,
  participants,
  meetups,
  statistics,
  userStatistics,
  evidence,
  feedback,
  posts,
  photos,
  shares,
  contactLinks,
  dating,
  datingMatches,
  datingParticipants,
  calendarEvents,
  calendarFeed,
  calendarLinks,
  arrangements,
  ownReports,
  reports,
] as const satisfies readonly AnyResource[];

/** What pictures are of; each kind lies in a folder of its own. */
export const pictureFolders: readonly string[] = (resources as readonly AnyResource[]).flatMap(({ pictures }) => pictures?.folder ?? []);

export type ResourceName = (typeof resources)[number]['name'];

const byName = new Map<string, AnyResource>(resources.map((resource) => [resource.name, resource]));

/** Undefined where there is none: an app of another contract may have left the name. */
export function findResource(name: string): AnyResource | undefined {
  return byName.get(name);
}

/** Throws a `TypeError` where there is no such resource: the names come from the contract itself. */
export function resourceNamed(name: string): AnyResource {
  const resource = findResource(name);
  if (!resource) throw new TypeError(`no resource named ${name}`);
  return resource;
}
