/** A position (CSS pixels); that of a zoomed picture counts from the middle of its box. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A zoomed picture: its scale, and the distance of its middle from that of its box. */
export interface Zoom extends Point {
  readonly scale: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

/** The scale of a double tap, and the largest one. */
export const [tappedScale, largestScale] = [2.5, 4];

export const isZoomedIn = ({ scale }: Zoom): boolean => scale > 1.01;

/** Returns the zoom at another scale, with the point of the picture under `at` unmoved. */
export function zoomAround(zoom: Zoom, at: Point, scale: number): Zoom {
  const ratio = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio };
}

/** Returns the nearest zoom that leaves no gap between the box and the edge of a picture that is larger. */
export function within(zoom: Zoom, box: Size, picture: Size | null): Zoom {
  const scale = Math.min(Math.max(zoom.scale, 1), largestScale);
  const { x, y } = scale === zoom.scale ? zoom : zoomAround(zoom, { x: 0, y: 0 }, scale);
  const fit = picture ? Math.min(box.width / picture.width, box.height / picture.height) : 0;
  const shown = picture ? { width: picture.width * fit, height: picture.height * fit } : box;
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, -most), most) || 0;
  return {
    scale,
    x: clamp(x, Math.max(0, (shown.width * scale - box.width) / 2)),
    y: clamp(y, Math.max(0, (shown.height * scale - box.height) / 2)),
  };
}
