import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Route } from '#feature-kit/route.ts';
import type { SessionState } from '#sync/session/session-state.ts';
import { useJoinCode } from '../invitation/use-join-code.ts';
import { features } from '../feature-list.ts';
import { routesOf } from './routes.tsx';
import { useDestination } from './use-destination.ts';

const routes: readonly Route[] = routesOf(features);

/** Renders the hook at a path, together with the other hook that follows the address. */
function at(path: string, status: SessionState['status'] = 'signed-out') {
  const place = memoryLocation({ path, record: true });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => <Router hook={place.hook}>{children}</Router>;
  const useFollowed = (now: SessionState['status']): void => {
    useJoinCode(now);
    useDestination(now, routes);
  };
  const { rerender } = renderHook(useFollowed, { initialProps: status, wrapper });
  return {
    get path() {
      return place.history.at(-1);
    },
    become: rerender,
    go: (to: string) => act(() => place.navigate(to)),
  };
}

describe('a person who opens a link while signed out', () => {
  test.each(['/schedule', '/shared', '/announcements', '/chat/2', '/admin/event-data'])('arrives at %s after signing in', (path) => {
    const app = at(path, 'starting');
    app.become('signed-out');
    expect(app.path).toBe(path);
    app.become('signed-in');
    expect(app.path).toBe(path);
  });

  test('arrives at the link after registering with an invitation', () => {
    const app = at('/schedule');
    app.go('/code=DEMO');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test('arrives at the link after resetting the password', () => {
    const app = at('/schedule');
    app.go('/forgot-password');
    app.go('/home');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test('arrives at the link if the stored session has ended', () => {
    const app = at('/schedule', 'signed-in');
    app.become('signed-out');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test.each(['/logout', '/no-such-screen', '//example.org', '/javascript:alert(1)'])('arrives at home instead of %s', (path) => {
    const app = at(path);
    expect(app.path).toBe('/home');
    app.become('signed-in');
    expect(app.path).toBe('/home');
  });

  test('stays on a screen that they opened while signed out', () => {
    const app = at('/logout');
    app.go('/privacy');
    expect(app.path).toBe('/privacy');
  });
});

test('does not lead the next person to the last screen of the previous one', () => {
  const app = at('/home', 'signed-in');
  app.go('/date-matches');
  app.become('signed-out');
  expect(app.path).toBe('/home');
  app.become('signed-in');
  expect(app.path).toBe('/home');
});
