import type { AnyMutation, AnyResource } from './resource.ts';
import { announcements } from './resources/announcements.ts';
import { arrangements } from './resources/arrangements.ts';
import { attendances } from './resources/attendances.ts';
import { agendaLinks, calendarEvents, calendarFeed, calendarLinks } from './resources/calendars.ts';
import { codes } from './resources/codes.ts';
import { contactLinks } from './resources/contact-links.ts';
import { dating, datingMatches, datingParticipants } from './resources/dating.ts';
import { events } from './resources/events.ts';
import { evidence, statistics, userStatistics } from './resources/statistics.ts';
import { faqEntries } from './resources/faq-entries.ts';
import { feedback, feedbackAnswers } from './resources/feedback.ts';
import { hiddenPeople, participants } from './resources/participants.ts';
import { homeEntries, menuEntries, modules } from './resources/modules.ts';
import { marks } from './resources/marks.ts';
import { me } from './resources/me.ts';
import { meetups } from './resources/meetups.ts';
import { notifications } from './resources/notifications.ts';
import { ownEntries } from './resources/own-entries.ts';
import { ownReports, reports } from './resources/reports.ts';
import { photos } from './resources/photos.ts';
import { posts } from './resources/posts.ts';
import { readMarks } from './resources/read-marks.ts';
import { reactionCounts, reactions } from './resources/reactions.ts';
import { schedule } from './resources/schedule.ts';
import { shares } from './resources/shares.ts';
import { threadFollows } from './resources/thread-follows.ts';

/**
 * All resources, in the order of a first load: those of the home screen and the schedule, the person's own rows and the small lists first,
 * the long lists last. Names come before the rows that show them, and read marks before the changes that they cover.
 */
export const resources = [
  me,
  notifications,
  hiddenPeople,
  readMarks,
  events,
  modules,
  menuEntries,
  homeEntries,
  schedule,
  announcements,
  marks,
  ownEntries,
  threadFollows,
  codes,
  faqEntries,
  contactLinks,
  arrangements,
  agendaLinks,
  calendarFeed,
  calendarLinks,
  calendarEvents,
  participants,
  meetups,
  attendances,
  posts,
  photos,
  shares,
  reactions,
  reactionCounts,
  dating,
  datingMatches,
  datingParticipants,
  statistics,
  userStatistics,
  evidence,
  feedback,
  ownReports,
  reports,
  feedbackAnswers,
] as const satisfies readonly AnyResource[];

/** Each kind of picture has its own folder. */
export const pictureFolders: readonly string[] = (resources as readonly AnyResource[]).flatMap(({ pictures }) => pictures?.folder ?? []);

export type ResourceName = (typeof resources)[number]['name'];
export type ResourceNamed<Name extends ResourceName> = Extract<(typeof resources)[number], { name: Name }>;

const byName = new Map<string, AnyResource>(resources.map((resource) => [resource.name, resource]));

/** Returns undefined for an unknown name, which an app of another contract may have stored. */
export function findResource(name: string): AnyResource | undefined {
  return byName.get(name);
}

/** Throws a `TypeError` for an unknown name: the names are constants of the contract. */
export function resourceNamed(name: string): AnyResource {
  const resource = findResource(name);
  if (!resource) throw new TypeError(`no resource named ${name}`);
  return resource;
}

/** Returns undefined for a mutation that an app of another contract has stored. */
export function mutationOf({ resource, mutation }: { readonly resource: string; readonly mutation: string }): AnyMutation | undefined {
  return findResource(resource)?.mutations[mutation];
}
