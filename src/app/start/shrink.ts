import type { Ports } from '../../sync/device/ports.ts';

/** As large as a list shows it on a phone, in pixels, and as sharp as it has to be there. */
const [side, quality] = [640, 0.6];

/** Draws a picture anew for a slow network, where the code for that can be had: it comes when it is needed. */
export const shrink: Ports['shrink'] = async ({ bytes, type }) => {
  const drawing = await import('../../ui/pictures/shrink-picture.ts').catch(() => null);
  return drawing && drawing.shrinkPicture(new Blob([bytes], { type }), side, [quality]);
};
