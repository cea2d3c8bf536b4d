import type { Feature } from '../feature/feature.ts';
import { about } from '../features/about/manifest.ts';
import { adminAnnouncements } from '../features/admin-announcements/manifest.ts';
import { adminSchedule } from '../features/admin-schedule/manifest.ts';
import { announcements } from '../features/announcements/manifest.ts';
import { chat } from '../features/chat/manifest.ts';
import { feedback } from '../features/feedback/manifest.ts';
import { home } from '../features/home/manifest.ts';
import { join } from '../features/join/manifest.ts';
import { meetups } from '../features/meetups/manifest.ts';
import { notSent } from '../features/not-sent/manifest.ts';
import { notifications } from '../features/notifications/manifest.ts';
import { participants } from '../features/participants/manifest.ts';
import { photos } from '../features/photos/manifest.ts';
import { profile } from '../features/profile/manifest.ts';
import { schedule } from '../features/schedule/manifest.ts';
import { session } from '../features/session/manifest.ts';
import { share } from '../features/share/manifest.ts';
import { statistics } from '../features/statistics/manifest.ts';

/** All that the app consists of. */
export const features: readonly Feature[] = [
  about,
  adminAnnouncements,
  adminSchedule,
  announcements,
  chat,
  feedback,
  home,
  join,
  meetups,
  notSent,
  notifications,
  participants,
  photos,
  profile,
  schedule,
  session,
  share,
  statistics,
];
