import type { Manifest } from '#feature-kit/feature.ts';
import { afterFirstScreen } from '#feature-kit/load-schemas.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { ScheduleStatus } from './schedule-status.tsx';
import { newChanges } from './news/new-changes.ts';
import { countScheduleNews } from './news/use-schedule-news.ts';

const ScheduleScreen = lazyComponent(async () => (await import('./schedule-screen.tsx')).ScheduleScreen);
const AgendaScreen = lazyComponent(async () => (await import('./mine/agenda-screen.tsx')).AgendaScreen);

// The code of the first screen has no room for it. It is the last part of home, so it moves nothing.
const MyAgenda = lazyComponent(
  afterFirstScreen(async () => (await import('./mine/my-agenda.tsx')).MyAgenda),
  'silent',
);
const AgendaAlarm = lazyComponent(async () => (await import('./mine/agenda-alarm.tsx')).AgendaAlarm, 'silent');

/** One route for the schedule and the entry in detail above it, so that the schedule stays mounted. */
const path = /^\/schedule(?:\/entry\/(?<entry>[^/]+))?\/?$/;
const agendaPath = /^\/agenda(?:\/entry\/(?<entry>[^/]+))?\/?$/;

export const schedule: Manifest = {
  routes: [
    route(path, ScheduleScreen, { props: ({ entry }) => ({ open: entry }) }),
    route(agendaPath, AgendaScreen, { props: ({ entry }) => ({ open: entry }) }),
  ],
  home: { schedule_status: ScheduleStatus, my_agenda: MyAgenda },
  commands: () => import('./commands.ts'),
  newItems: { path: '/schedule', list: newChanges },
  icons: { schedule: '📅', agenda: '⭐' },
  background: AgendaAlarm,
  badge: { path: '/schedule', label: 'schedule_news.title', count: countScheduleNews },
};
