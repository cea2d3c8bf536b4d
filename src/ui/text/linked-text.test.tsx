import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

test('makes links of addresses, without a referrer', async () => {
  const { container } = render(<LinkedText text={'Plan: https://example.org/plan, <b>ask</b> anna@demo.example'} />);
  const plan = await screen.findByRole('link', { name: 'https://example.org/plan' });
  expect(['href', 'target', 'rel'].map((name) => plan.getAttribute(name))).toEqual([
    'https://example.org/plan',
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  const mail = screen.getByRole('link', { name: 'anna@demo.example' });
  expect([mail.getAttribute('href'), mail.getAttribute('target')]).toEqual(['mailto:anna@demo.example', null]);
  expect(container.textContent).toBe('Plan: https://example.org/plan, <b>ask</b> anna@demo.example');
});

test('Tab skips links that may be folded', async () => {
  render(<LinkedText text="See https://example.org" pointerOnly />);
  expect((await screen.findByRole('link')).tabIndex).toBe(-1);
});
