// All descriptors, each by the name of its resource: a new one is one line. `descriptors.ts` makes the list.
export { announcementsDescriptor as announcements } from './announcements.ts';
export { codesDescriptor as codes } from './codes.ts';
export { eventsDescriptor as events } from './events.ts';
export { evidenceDescriptor as evidence } from './evidence.ts';
export { feedbackDescriptor as feedback } from './feedback.ts';
export { homeEntriesDescriptor as homeEntries } from './home-entries.ts';
export { meDescriptor as me } from './me.ts';
export { meetupsDescriptor as meetups } from './meetups.ts';
export { menuEntriesDescriptor as menuEntries } from './menu-entries.ts';
export { modulesDescriptor as modules } from './modules.ts';
export { notificationsDescriptor as notifications } from './notifications.ts';
export { participantsDescriptor as participants } from './participants.ts';
export { photosDescriptor as photos } from './photos.ts';
export { postsDescriptor as posts } from './posts.ts';
export { scheduleDescriptor as schedule } from './schedule.ts';
export { statisticsDescriptor as statistics } from './statistics.ts';
export { userStatisticsDescriptor as userStatistics } from './user-statistics.ts';
