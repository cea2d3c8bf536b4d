import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminFeedbackScreen = lazyComponent(async () => (await import('./admin-feedback-screen.tsx')).AdminFeedbackScreen);

/** Independent of the module: feedback that was given before it was turned off is still worth reading. */
export const adminFeedback: Manifest = {
  routes: [
    route(/^\/admin\/feedback(?:\/(?<page>\d+))?\/?$/, AdminFeedbackScreen, {
      guard: 'event-admin',
      preload: 'never',
      props: ({ page }) => ({ page: pageNumber(page) }),
    }),
  ],
  admin: [
    {
      path: '/admin/feedback',
      title: 'admin_feedback.title',
      line: async () => (await import('./admin-lines.ts')).feedbackLine,
    },
  ],
};
