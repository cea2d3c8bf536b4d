// All descriptors by resource name; a new one adds one line.
export { announcementsDescriptor as announcements } from '../announcements.ts';
export { arrangementsDescriptor as arrangements } from '../arrangements.ts';
export {
  agendaLinksDescriptor as agendaLinks,
  calendarEventsDescriptor as calendarEvents,
  calendarFeedDescriptor as calendarFeed,
  calendarLinksDescriptor as calendarLinks,
} from '../calendars.ts';
export { codesDescriptor as codes } from '../codes.ts';
export { contactLinksDescriptor as contactLinks } from '../contact-links.ts';
export {
  datingDescriptor as dating,
  datingMatchesDescriptor as datingMatches,
  datingParticipantsDescriptor as datingParticipants,
} from '../dating.ts';
export { eventsDescriptor as events } from '../events.ts';
export { faqEntriesDescriptor as faqEntries } from '../faq-entries.ts';
export { feedbackDescriptor as feedback, feedbackAnswersDescriptor as feedbackAnswers } from '../feedback.ts';
export { meDescriptor as me } from '../me.ts';
export { attendancesDescriptor as attendances, meetupsDescriptor as meetups } from '../meetups.ts';
export { homeEntriesDescriptor as homeEntries, menuEntriesDescriptor as menuEntries, modulesDescriptor as modules } from '../modules.ts';
export { notificationsDescriptor as notifications } from '../notifications.ts';
export { hiddenPeopleDescriptor as hiddenPeople, participantsDescriptor as participants } from '../participants.ts';
export { photosDescriptor as photos } from '../photos.ts';
export {
  postsDescriptor as posts,
  reactionCountsDescriptor as reactionCounts,
  reactionsDescriptor as reactions,
  readMarksDescriptor as readMarks,
  threadFollowsDescriptor as threadFollows,
} from '../posts.ts';
export { ownReportsDescriptor as ownReports, reportsDescriptor as reports } from '../reports.ts';
export { marksDescriptor as marks, ownEntriesDescriptor as ownEntries, scheduleDescriptor as schedule } from '../schedule.ts';
export { sharesDescriptor as shares } from '../shares.ts';
export {
  evidenceDescriptor as evidence,
  statisticsDescriptor as statistics,
  userStatisticsDescriptor as userStatistics,
} from '../statistics.ts';
