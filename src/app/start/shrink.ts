import type { Ports } from '../../sync/device/ports.ts';

/** Draws a picture anew for a slow network, where the code for that can be had: it comes when it is needed. */
export const shrink: Ports['shrink'] = async (picture) => {
  const drawing = await import('./shrink-for-slow-line.ts').catch(() => null);
  return drawing && drawing.shrinkForSlowLine(picture);
};
