import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { pushDevice } from '../features/notifications/push-device.ts';
import { lazyComponent } from '../ui/loading/lazy-component.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { NotSentScreen, Refused } from './commands.tsx';
import { invitationIn } from './invitation.ts';
import { homeComponents } from './home-components.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

const ScheduleScreen = lazyComponent(async () => (await import('../features/schedule/schedule-screen.tsx')).ScheduleScreen);
const ChatScreen = lazyComponent(async () => (await import('../features/chat/chat-screen.tsx')).ChatScreen);
const PhotosScreen = lazyComponent(async () => (await import('../features/photos/photos-screen.tsx')).PhotosScreen);
const AnnouncementsScreen = lazyComponent(
  async () => (await import('../features/announcements/announcements-screen.tsx')).AnnouncementsScreen,
);
const NotificationsScreen = lazyComponent(
  async () => (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
);
const MeetupsScreen = lazyComponent(async () => (await import('../features/meetups/meetups-screen.tsx')).MeetupsScreen);
const ParticipantsScreen = lazyComponent(async () => (await import('../features/participants/participants-screen.tsx')).ParticipantsScreen);
const FeedbackScreen = lazyComponent(async () => (await import('../features/feedback/feedback-screen.tsx')).FeedbackScreen);
const StatisticsScreen = lazyComponent(async () => (await import('../features/statistics/statistics-screen.tsx')).StatisticsScreen);
const AdminAnnouncementsScreen = lazyComponent(
  async () => (await import('../features/admin-announcements/admin-announcements-screen.tsx')).AdminAnnouncementsScreen,
);
const AdminScheduleScreen = lazyComponent(
  async () => (await import('../features/admin-schedule/admin-schedule-screen.tsx')).AdminScheduleScreen,
);
const LogoutScreen = lazyComponent(async () => (await import('../features/session/logout-screen.tsx')).LogoutScreen);

const ProfileScreen = lazyComponent(async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen);
const ShareScreen = lazyComponent(async () => (await import('../features/share/share-screen.tsx')).ShareScreen);
const FaqScreen = lazyComponent(async () => (await import('../features/about/faq-screen.tsx')).FaqScreen);
const PrivacyScreen = lazyComponent(async () => (await import('../features/about/privacy-screen.tsx')).PrivacyScreen);
const DebugScreen = lazyComponent(async () => (await import('../features/about/debug-screen.tsx')).DebugScreen);

/** What loads the code of each screen ahead. */
export const screenPreloads = [
  ScheduleScreen,
  ChatScreen,
  PhotosScreen,
  AnnouncementsScreen,
  NotificationsScreen,
  NotSentScreen,
  Refused,
  LogoutScreen,
  ProfileScreen,
  ShareScreen,
  FaqScreen,
  PrivacyScreen,
  MeetupsScreen,
  ParticipantsScreen,
  FeedbackScreen,
  StatisticsScreen,
].map(({ preload }) => preload);

const forgetPush = (): Promise<void> => pushDevice.forget();

/** A page of the photos, and the photo that is shown in full size over it: one route, so that the page stays as it is. */
const picturesPath = /^\/pictures(?:\/(?<page>\d+))?(?:\/photo\/(?<photo>[^/]+))?\/?$/;

/** A part of the statistics, and the picture that proves a count over it. */
const statisticsPath = /^\/statistics(?:\/counter)?(?:\/evidence\/(?<evidence>[^/]+))?\/?$/;

/** The hash routes of somebody who is signed in. */
export function Routes(): ReactNode {
  const [location] = useLocation();
  // An invitation is no route, and is on its way out of the address.
  if (invitationIn(location)) return null;
  return (
    <Switch>
      <Route path="/home">
        <HomeScreen components={homeComponents} />
      </Route>
      <Route path="/schedule">
        <ScheduleScreen />
      </Route>
      <Route path="/chat/:page?">{({ page }) => <ChatScreen page={pageNumber(page)} Refused={Refused} />}</Route>
      <Route path={picturesPath}>{({ page, photo }) => <PhotosScreen page={pageNumber(page)} open={photo} Refused={Refused} />}</Route>
      <Route path="/announcements">
        <AnnouncementsScreen />
      </Route>
      <Route path="/meetups">
        <MeetupsScreen Refused={Refused} />
      </Route>
      <Route path="/participants/:page?">{({ page }) => <ParticipantsScreen page={pageNumber(page)} />}</Route>
      <Route path="/feedback">
        <FeedbackScreen Refused={Refused} />
      </Route>
      <Route path={statisticsPath}>{({ evidence }) => <StatisticsScreen Refused={Refused} open={evidence} />}</Route>
      <Route path="/notifications">
        <NotificationsScreen />
      </Route>
      <Route path="/my-profile">
        <ProfileScreen Refused={Refused} onLeft={forgetPush} />
      </Route>
      <Route path="/share">
        <ShareScreen />
      </Route>
      <Route path="/faq">
        <FaqScreen />
      </Route>
      <Route path="/privacy">
        <PrivacyScreen signedIn />
      </Route>
      <Route path="/debug">
        <DebugScreen />
      </Route>
      <Route path="/admin/announcements">
        <AdminsOnly>
          <AdminAnnouncementsScreen Refused={Refused} />
        </AdminsOnly>
      </Route>
      <Route path="/admin/event-schedule">
        <AdminsOnly>
          <AdminScheduleScreen Refused={Refused} />
        </AdminsOnly>
      </Route>
      <Route path="/not-sent">
        <NotSentScreen />
      </Route>
      <Route path="/logout">
        <LogoutScreen onLeft={forgetPush} />
      </Route>
      <Route path="/">
        <Redirect to="/home" replace />
      </Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  );
}

function pageNumber(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
