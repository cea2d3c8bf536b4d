import { announcementCommand } from '../features/admin-announcements/announcement-command.ts';
import { scheduleCommand } from '../features/admin-schedule/schedule-command.ts';
import { postCommand } from '../features/chat/post-command.ts';
import { feedbackCommand } from '../features/feedback/feedback-command.ts';
import { meetupCommand } from '../features/meetups/meetup-command.ts';
import { evidenceCommand } from '../features/statistics/evidence-command.ts';
import { statisticCommand } from '../features/statistics/statistic-command.ts';
import type { CommandPresenters } from '../commands/command-presenter.ts';
import { photoCommand } from '../features/photos/photo-command.ts';
import { notificationCommand } from '../features/notifications/notification-command.ts';
import { profileCommand } from '../features/profile/profile-command.ts';

/** How commands are shown that have not been sent, by their resource. */
export const presenters: CommandPresenters = {
  posts: postCommand,
  announcements: announcementCommand,
  schedule: scheduleCommand,
  notifications: notificationCommand,
  photos: photoCommand,
  me: profileCommand,
  meetups: meetupCommand,
  feedback: feedbackCommand,
  userStatistics: statisticCommand,
  evidence: evidenceCommand,
};
