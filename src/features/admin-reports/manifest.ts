import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminReportsScreen = lazyComponent(async () => (await import('./admin-reports-screen.tsx')).AdminReportsScreen);

const path = /^\/admin\/reports(?:\/(?<tab>decided))?(?:\/(?<page>\d+))?\/?$/;

export const adminReports: Manifest = {
  routes: [
    route(path, AdminReportsScreen, {
      guard: 'event-admin',
      preload: 'never',
      props: ({ tab, page }) => ({ decided: tab !== undefined, page: pageNumber(page) }),
    }),
  ],
  commands: () => import('./commands.ts'),
  admin: [{ path: '/admin/reports', title: 'admin_reports.title', line: async () => (await import('./admin-lines.ts')).reportsLine }],
};
