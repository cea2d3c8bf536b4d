import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { lazyComponent } from './lazy-component.tsx';

const Hello = ({ name }: { name: string }): ReactNode => <p>Hello {name}</p>;

beforeEach(() => startTexts());

/** Simulates code that can only be loaded with a network. */
function givenNetwork(there: boolean) {
  const network = { there };
  const load = vi.fn(() => (network.there ? Promise.resolve(Hello) : Promise.reject(new TypeError('Failed to fetch'))));
  return { network, load };
}

test('shows a loading message for a screen and nothing for a part', async () => {
  let arrive = (): void => {};
  const code = new Promise<typeof Hello>((resolve) => (arrive = () => resolve(Hello)));
  const [Screen, Part] = [lazyComponent(() => code), lazyComponent(() => code, 'part')];
  expect(render(<Part name="Anna" />).container.textContent).toBe('');
  render(<Screen name="Ben" />);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  arrive();
  await screen.findByText('Hello Ben');
  expect(screen.queryByRole('status')).toBeNull();
});

test('shows a failed load and recovers when the network is back', async () => {
  const { network, load } = givenNetwork(false);
  const Lazy = lazyComponent(load);
  render(<Lazy name="Anna" />);
  expect((await screen.findByRole('alert')).textContent).toContain('There’s no connection to the server');
  expect(screen.getByRole('heading', { level: 1, name: 'No connection' })).toBeDefined();
  network.there = true;
  fireEvent(window, new Event('online'));
  await screen.findByText('Hello Anna');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('loads again at every press of the button', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { network, load } = givenNetwork(false);
  const Lazy = lazyComponent(load, 'part');
  render(<Lazy name="Anna" />);
  const again = async (): Promise<void> => user.click(await screen.findByRole('button', { name: 'Try again' }));
  await again();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  network.there = true;
  await again();
  await screen.findByText('Hello Anna');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a failed overlay can be closed', async () => {
  const closed = vi.fn<() => void>();
  const Lazy = lazyComponent<{ onClose: () => void }>(() => Promise.reject(new TypeError('Failed to fetch')), 'over');
  render(<Lazy onClose={closed} />);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(closed).toHaveBeenCalled();
});

test('a silent component shows no failure and appears when its code can be loaded', async () => {
  const { network, load } = givenNetwork(false);
  const Lazy = lazyComponent(load, 'silent');
  const { container } = render(<Lazy name="Anna" />);
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(container.textContent).toBe('');
  network.there = true;
  await waitFor(() => {
    fireEvent(window, new Event('online'));
    expect(container.textContent).toBe('Hello Anna');
  });
});

test('draws a stand-in until the code has come, and next to the message if it does not', async () => {
  const { network, load } = givenNetwork(false);
  const Lazy = lazyComponent(load, 'over', ({ name }: { name: string }) => <button type="button">{name}</button>);
  render(<Lazy name="Anna" />);
  expect(screen.getByRole('button', { name: 'Anna' })).toBeDefined();
  await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: 'Anna' })).toBeDefined();
  network.there = true;
  fireEvent(window, new Event('online'));
  await screen.findByText('Hello Anna');
  expect(screen.queryByRole('button')).toBeNull();
});
