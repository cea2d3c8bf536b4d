import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useHashAddress } from './use-hash-address.ts';

afterEach(() => history.replaceState(null, '', '#'));

test.each([
  ['', '/'],
  ['#/chat', '/chat'],
  ['#chat/2', '/chat/2'],
])('returns the path of the address %j', (hash, path) => {
  history.replaceState(null, '', hash === '' ? location.pathname : hash);
  expect(renderHook(() => useHashAddress()).result.current[0]).toBe(path);
});

test('draws the next path on navigation, while other listeners leave', () => {
  const [first, second] = [renderHook(() => useHashAddress()), renderHook(() => useHashAddress())];
  act(() => first.result.current[1]('/schedule'));
  expect([first, second].map(({ result }) => result.current[0])).toEqual(['/schedule', '/schedule']);
  first.unmount();
  act(() => second.result.current[1]('/chat'));
  expect(second.result.current[0]).toBe('/chat');
  expect(useHashAddress.hrefs('/chat')).toBe('#/chat');
});
