import { act, render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { user } from '#tests/fixtures/user.ts';
import { AddressRouter, AskedPath } from './address-router.tsx';

let drawings: string[] = [];
let navigate: ReturnType<typeof useLocation>[1];

beforeEach(() => (drawings = []));
afterEach(() => history.replaceState(null, '', '#'));

function Screen(): ReactNode {
  const [path, go] = useLocation();
  useLayoutEffect(() => void (navigate = go), [go]);
  drawings.push(`screen ${path}`);
  return <Link href="/chat">Chat</Link>;
}

function Menu(): ReactNode {
  const [path] = useLocation();
  drawings.push(`menu ${path}`);
  return null;
}

const screens = <Screen />;
const menu = (
  <AskedPath>
    <Menu />
  </AskedPath>
);

function openAt(hash: string): ReturnType<typeof render> {
  history.replaceState(null, '', hash === '' ? location.pathname : hash);
  const shown = render(
    <AddressRouter>
      {menu}
      {screens}
    </AddressRouter>,
  );
  drawings = drawings.slice(-2);
  return shown;
}

test.each([
  ['', '/'],
  ['#/chat', '/chat'],
  ['#chat/2', '/chat/2'],
])('returns the path of the address %j', (hash, path) => {
  openAt(hash);
  expect(drawings).toEqual([`menu ${path}`, `screen ${path}`]);
});

test('shows a path that the address got during the first drawing', () => {
  function Slow(): ReactNode {
    // Runs before the effects of the router, whose listener misses the event.
    useLayoutEffect(() => {
      history.replaceState(null, '', '#/chat');
      dispatchEvent(new HashChangeEvent('hashchange'));
    }, []);
    return <Screen />;
  }
  history.replaceState(null, '', '#/home');
  render(
    <AddressRouter>
      {menu}
      <Slow />
    </AddressRouter>,
  );
  expect(drawings.slice(-2)).toEqual(['menu /chat', 'screen /chat']);
});

test('marks the path of a link in the menu before its screen is drawn', async () => {
  const { getByRole } = openAt('#/home');
  await user.click(getByRole('link'));
  expect(location.hash).toBe('#/chat');
  expect(drawings.slice(2)).toEqual(['menu /chat', 'screen /chat']);
});

test.each([
  ['replaces another one', { replace: true }],
  ['opens by a view transition', { transition: true }],
])('shows a path at once that %s', (_, options) => {
  openAt('#/home');
  act(() => {
    flushSync(() => navigate('/chat', options));
    expect(drawings).toContain('screen /chat');
  });
});

test('does not show the first of two paths that are asked for in a row', () => {
  openAt('#/home');
  act(() => {
    flushSync(() => navigate('/chat'));
    flushSync(() => navigate('/schedule'));
  });
  expect(drawings.slice(2)).toEqual(['menu /chat', 'menu /schedule', 'screen /schedule']);
});

test('keeps the asked path when the screen that is being left replaces its own', () => {
  openAt('#/home');
  act(() => {
    flushSync(() => navigate('/chat'));
    navigate('/home/2', { replace: true });
  });
  expect([location.hash, drawings.at(-1)]).toEqual(['#/chat', 'screen /chat']);
});
