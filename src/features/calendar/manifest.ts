import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const CalendarScreen = lazyComponent(async () => (await import('./calendar-screen.tsx')).CalendarScreen);

const path = /^\/calendar-events(?<list>\/list)?(?:\/(?<month>\d{4}-\d\d))?\/?$/;

export const calendar: Manifest = {
  routes: [route(path, CalendarScreen, { props: ({ list, month }) => ({ view: list === undefined ? 'month' : 'list', month }) })],
  icons: { date: '🗓️' },
};
