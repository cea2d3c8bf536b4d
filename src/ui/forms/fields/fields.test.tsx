import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

test('an empty date field is marked, so that WebKit does not draw the present moment as its value', () => {
  const { rerender } = render(<TextField label="When" type="datetime-local" value="" onChange={() => {}} />);
  const isEmpty = () => screen.getByLabelText('When').matches('[data-empty]');
  expect(isEmpty()).toBe(true);
  rerender(<TextField label="When" type="datetime-local" value="2026-07-18T10:00" onChange={() => {}} />);
  expect(isEmpty()).toBe(false);
});

test.each([
  ['cannot size fields', false, '202px'],
  ['can', true, ''],
])('a text field takes the height of its text by itself if the browser %s', (_name, supported, height) => {
  vi.stubGlobal('CSS', { supports: () => supported });
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(102);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  render(<TextArea label="Text" value="many lines" onChange={() => {}} />);
  expect(screen.getByLabelText('Text').style.height).toBe(height);
});
