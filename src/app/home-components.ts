import { ActiveAnnouncements } from '../features/announcements/active-announcements.tsx';
import { RecentPosts } from '../features/chat/recent-posts.tsx';
import { EventCountdown } from '../features/home/event-countdown.tsx';
import { HeaderImage } from '../features/home/header-image.tsx';
import type { HomeComponents } from '../features/home/home-screen.tsx';
import { RecentPhotos } from '../features/photos/recent-photos.tsx';
import { ProfileIncomplete } from '../features/profile/profile-incomplete.tsx';
import { FeedbackForm } from '../features/feedback/feedback-form.tsx';
import { StatisticHighscores } from '../features/statistics/statistic-highscores.tsx';
import { RunningMeetups } from '../features/meetups/running-meetups.tsx';
import { ScheduleStatus } from '../features/schedule/schedule-status.tsx';

/** What an event may put on its home screen, by the name that its entries carry. */
export const homeComponents: HomeComponents = {
  schedule_status: ScheduleStatus,
  event_countdown: EventCountdown,
  header_image: HeaderImage,
  active_announcements: ActiveAnnouncements,
  recent_posts: RecentPosts,
  recent_photos: RecentPhotos,
  profile_incomplete: ProfileIncomplete,
  running_meetups: RunningMeetups,
  feedback_form: FeedbackForm,
  statistic_highscores: StatisticHighscores,
};
