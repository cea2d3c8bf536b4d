import { expect, test } from 'vitest';
import { stepOf } from './second-factor.ts';

// RFC 6238, appendix B: the ASCII secret "12345678901234567890", the last six of the eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
])('at %i s the code %s belongs to step %i', (seconds, code, step) => {
  expect(stepOf(code, secret, seconds * 1_000)).toBe(step);
});

test('a code is accepted one step early or late, not two', () => {
  expect(stepOf('287082', secret, 89_000)).toBe(1);
  expect(stepOf('287082', secret, 29_000)).toBe(1);
  expect(stepOf('287082', secret, 90_000)).toBeNull();
});

test.each(['', '28708', '2870820', 'abcdef', '000000'])('the code %j matches no step', (code) => {
  expect(stepOf(code, secret, 59_000)).toBeNull();
});
