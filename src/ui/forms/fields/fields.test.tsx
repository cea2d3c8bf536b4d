import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

test('marks an empty date field, so that WebKit does not draw the present moment as its value', () => {
  const { rerender } = render(<TextField label="When" type="datetime-local" value="" onChange={() => {}} />);
  const isEmpty = () => screen.getByLabelText('When').matches('[data-empty]');
  expect(isEmpty()).toBe(true);
  rerender(<TextField label="When" type="datetime-local" value="2026-07-18T10:00" onChange={() => {}} />);
  expect(isEmpty()).toBe(false);
});

test.each([
  ['has no field-sizing', false, '202px'],
  ['has it', true, ''],
])('sets the height of a text field to that of its text if the browser %s', (_name, supported, height) => {
  vi.stubGlobal('CSS', { supports: () => supported });
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(102);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  render(<TextArea label="Text" value="many lines" onChange={() => {}} />);
  expect(screen.getByLabelText('Text').style.height).toBe(height);
});
