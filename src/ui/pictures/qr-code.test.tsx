import { render, screen } from '@testing-library/react';
import decode from 'jsqr';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** Pixels for each module, as a camera would see them. */
const scale = 4;

/** Draws the code's path, which consists of unit squares only, as pixels. */
function photograph(svg: Element): { pixels: Uint8ClampedArray; side: number } {
  const side = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * side + Number(x) * scale) * 4;
      for (let byte = start; byte < start + scale * 4; byte += 1) if (byte % 4 !== 3) pixels[byte] = 0;
    }
  }
  return { pixels, side };
}

test.each(['https://camp.example/#code=DEMO-2026', `https://camp.example/app/#code=${'X'.repeat(100)}`])('a camera reads %s', (text) => {
  render(<QrCode text={text} label="QR" />);
  const { pixels, side } = photograph(screen.getByRole('img', { name: 'QR' }));
  expect(decode(pixels, side, side)?.data).toBe(text);
});
