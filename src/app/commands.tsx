import type { ReactNode } from 'react';
import { announcementCommand } from '../features/admin-announcements/announcement-command.ts';
import { scheduleCommand } from '../features/admin-schedule/schedule-command.ts';
import { postCommand } from '../features/chat/post-command.ts';
import { feedbackCommand } from '../features/feedback/feedback-command.ts';
import { meetupCommand } from '../features/meetups/meetup-command.ts';
import { evidenceCommand } from '../features/statistics/evidence-command.ts';
import { statisticCommand } from '../features/statistics/statistic-command.ts';
import type { CommandPresenters } from '../features/not-sent/command-presenter.ts';
import { photoCommand } from '../features/photos/photo-command.ts';
import { notificationCommand } from '../features/notifications/notification-command.ts';
import { profileCommand } from '../features/profile/profile-command.ts';
import type { OutboxEntry } from '../db/records.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';

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
  evidence: { ...evidenceCommand, Picture: photoCommand.Picture },
};

const CommandCard = lazyComponent(async () => (await import('../features/not-sent/command-card.tsx')).CommandCard);

/** A refused command, or one in conflict, in its place on a feature's screen. */
export function Refused({ entry }: { entry: OutboxEntry }): ReactNode {
  return <CommandCard entry={entry} presenters={presenters} />;
}
