import { isZoomedIn, type Point, type Size, tappedScale, unzoomed, within, type Zoom, zoomAround } from './zoom.ts';

export interface GestureCalls {
  /** Shows the next (1) or previous (-1) picture; undefined if there is none. */
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onClose: () => void;
  readonly onZoom: (zoomed: boolean) => void;
}

export interface GestureParts {
  readonly box: HTMLElement;
  readonly track: HTMLElement;
  readonly picture: HTMLElement;
}

interface Finger {
  readonly isPrimary: boolean;
  readonly pointerId: number;
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
  readonly timeStamp: number;
}

type Mode = Drag | 'pan' | 'pinch';

/** Two taps within this time (ms) and distance (CSS pixels) are a double tap. */
const [tapTime, tapDistance] = [300, 30];

/** The share of a drag that a picture follows if there is none on that side. */
const resistance = 0.3;

/** The time (ms) over which the speed of a finger is measured. */
const speedTime = 100;

const settle = 'var(--motion)';
const distance = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });

/**
 * Follows the fingers over a picture in full size. It writes styles directly, because a render for each movement would be too slow on old
 * phones. The box holds the track with the pictures, which moves when a finger turns or closes; the zoom moves the shown picture alone.
 */
export class Gestures {
  #calls: GestureCalls | null = null;
  #size: Size | null = null;
  #parts: GestureParts | null = null;
  readonly #fingers = new Map<number, Point>();
  #mode: Mode = 'unclear';
  #start: Point = unzoomed;
  #path: { readonly at: Point; readonly time: number }[] = [];
  #pinch = { apart: 1, middle: unzoomed as Point, zoom: unzoomed };
  #zoom: Zoom = unzoomed;
  #lastTap: { readonly at: Point; readonly time: number } | null = null;

  get isZoomed(): boolean {
    return isZoomedIn(this.#zoom);
  }

  /** Sets the calls and the size (any unit) of the shown picture, or null if it is unknown. */
  serve(calls: GestureCalls, size: Size | null): void {
    this.#calls = calls;
    this.#size = size;
  }

  readonly down = (finger: Finger): void => {
    // The first finger: any other has left without an event.
    if (finger.isPrimary) this.#fingers.clear();
    const at = this.#note(finger);
    if (this.#fingers.size === 2) return this.#beginPinch();
    if (this.#fingers.size > 2) return;
    this.#start = at;
    this.#path = [{ at, time: finger.timeStamp }];
    this.#mode = this.isZoomed ? 'pan' : 'unclear';
    this.#pinch.zoom = this.#zoom;
  };

  readonly move = (finger: Finger): void => {
    if (!this.#fingers.has(finger.pointerId)) return;
    const at = this.#note(finger);
    if (this.#mode === 'pinch') return this.#followPinch();
    this.#path = [...this.#path.filter(({ time }) => time > finger.timeStamp - speedTime), { at, time: finger.timeStamp }];
    this.#follow(distance(this.#start, at), finger.pointerType);
  };

  readonly up = (finger: Finger): void => {
    if (!this.#fingers.has(finger.pointerId)) return;
    const at = this.#note(finger);
    this.#fingers.delete(finger.pointerId);
    if (this.#mode === 'pinch') return this.#endPinch();
    const moved = distance(this.#start, at);
    this.#follow(moved, finger.pointerType);
    const mode = this.#mode;
    this.#mode = 'unclear';
    if (Math.hypot(moved.x, moved.y) < tapRadius) this.#tap(at, finger.timeStamp);
    else if (mode === 'turn') this.#turn(moved.x, this.#speed(at, finger.timeStamp).x);
    else if (mode === 'close' && closes(moved.y, this.#speed(at, finger.timeStamp).y)) this.#calls?.onClose();
    else this.#place(0, 0, settle);
  };

  readonly cancel = (finger: Finger): void => {
    if (!this.#fingers.delete(finger.pointerId)) return;
    this.#mode = 'unclear';
    this.#place(0, 0, settle);
    this.#zoomTo(this.#zoom, settle);
  };

  /** Changes the scale around the middle. */
  zoomBy(factor: number): void {
    this.#zoomTo(zoomAround(this.#zoom, unzoomed, this.#zoom.scale * factor), settle);
  }

  toggleZoom(): void {
    this.#zoomTo(this.isZoomed ? unzoomed : zoomAround(unzoomed, unzoomed, tappedScale), settle);
  }

  panBy(x: number, y: number): void {
    this.#zoomTo({ ...this.#zoom, x: this.#zoom.x + x, y: this.#zoom.y + y }, settle);
  }

  /** Ends all movement when another picture is shown. It slides in if it was the next (1) or previous (-1) one. */
  show(parts: GestureParts, step: -1 | 0 | 1): void {
    this.#zoomTo(unzoomed, '0s');
    this.#parts = parts;
    const { track, box } = parts;
    const seen = track.getBoundingClientRect().left - box.getBoundingClientRect().left;
    this.#place(step === 0 ? 0 : seen + step * box.clientWidth, 0, '0s');
    // Computes the styles, so that the next change is animated from here.
    track.getBoundingClientRect();
    this.#place(0, 0, settle);
  }

  /** Stores the position of a finger; that of a picture counts from the middle of the box. */
  #note({ pointerId, clientX, clientY }: Finger): Point {
    const { left = 0, top = 0, width = 0, height = 0 } = this.#parts?.box.getBoundingClientRect() ?? {};
    const at = { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    this.#fingers.set(pointerId, at);
    return at;
  }

  #follow(moved: Point, pointerType: string): void {
    if (this.#mode === 'pan') {
      const { scale, x, y } = this.#pinch.zoom;
      return this.#zoomTo({ scale, x: x + moved.x, y: y + moved.y }, '0s');
    }
    // A mouse has the buttons and the keys; it only pans.
    if (pointerType === 'mouse') return;
    if (this.#mode === 'unclear') this.#mode = dragOf(moved);
    if (this.#mode === 'turn') {
      const isOpen = moved.x < 0 ? this.#calls?.onNext : this.#calls?.onPrevious;
      this.#place(isOpen ? moved.x : moved.x * resistance, 0, '0s');
    }
    if (this.#mode === 'close') this.#place(moved.x, Math.max(0, moved.y), '0s');
  }

  #turn(x: number, speed: number): void {
    const width = this.#parts?.box.clientWidth ?? 0;
    const step = stepOf(x, speed, width);
    const turnTo = step === 1 ? this.#calls?.onNext : step === -1 ? this.#calls?.onPrevious : undefined;
    this.#place(turnTo ? -step * width : 0, 0, settle);
    turnTo?.();
  }

  #speed(at: Point, time: number): Point {
    const [from] = this.#path;
    const ms = Math.max(time - (from?.time ?? time), 16);
    const { x, y } = distance(from?.at ?? at, at);
    return { x: x / ms, y: y / ms };
  }

  #tap(at: Point, time: number): void {
    const last = this.#lastTap;
    this.#lastTap = { at, time };
    this.#place(0, 0, settle);
    if (!last || time - last.time > tapTime) return;
    const { x, y } = distance(last.at, at);
    if (Math.hypot(x, y) > tapDistance) return;
    this.#lastTap = null;
    this.#zoomTo(this.isZoomed ? unzoomed : zoomAround(unzoomed, at, tappedScale), settle);
  }

  #twoFingers(): { apart: number; middle: Point } {
    const [one = unzoomed, other = unzoomed] = [...this.#fingers.values()];
    const { x, y } = distance(one, other);
    return { apart: Math.max(Math.hypot(x, y), 1), middle: { x: one.x + x / 2, y: one.y + y / 2 } };
  }

  #beginPinch(): void {
    this.#mode = 'pinch';
    this.#place(0, 0, settle);
    this.#pinch = { ...this.#twoFingers(), zoom: this.#zoom };
  }

  #followPinch(): void {
    if (this.#fingers.size < 2) return;
    const { apart, middle } = this.#twoFingers();
    const from = this.#pinch;
    const { scale, x, y } = zoomAround(from.zoom, from.middle, (from.zoom.scale * apart) / from.apart);
    this.#zoomTo({ scale, x: x + middle.x - from.middle.x, y: y + middle.y - from.middle.y }, '0s');
  }

  /** The last finger continues as a drag. */
  #endPinch(): void {
    const [left] = this.#fingers.values();
    if (!this.isZoomed) this.#zoomTo(unzoomed, settle);
    if (!left) this.#mode = 'unclear';
    if (!left || this.#fingers.size > 1) return;
    this.#start = left;
    this.#path = [];
    this.#pinch.zoom = this.#zoom;
    this.#mode = 'pan';
  }

  #place(x: number, y: number, time: string): void {
    const style = this.#parts?.track.style;
    if (!style) return;
    style.transition = `transform ${time}, opacity ${time}`;
    style.transform = x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px)`;
    style.opacity = y === 0 ? '' : String(Math.max(0.3, 1 - y / 400));
  }

  #zoomTo(zoom: Zoom, time: string): void {
    const { box, picture } = this.#parts ?? {};
    const was = this.isZoomed;
    this.#zoom = within(zoom, { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0 }, this.#size);
    if (!this.isZoomed) this.#zoom = unzoomed;
    if (picture) {
      const { scale, x, y } = this.#zoom;
      picture.style.transition = `transform ${time}`;
      picture.style.transform = this.isZoomed ? `translate(${x}px, ${y}px) scale(${scale})` : '';
    }
    if (was !== this.isZoomed) this.#calls?.onZoom(this.isZoomed);
  }
}

/** The action of a one-finger drag over a picture that is not zoomed. */
type Drag = 'turn' | 'close' | 'unclear';

/** A shorter movement (CSS pixels) is a tap. */
const tapRadius = 8;

/** The distance (CSS pixels) after which a slow drag closes, and the least one of a flick. */
const [closing, flick] = [96, 32];

/** The speed (CSS pixels per ms) of a flick. */
const flickSpeed = 0.4;

/** Returns the action of a movement from its start; one between the directions has none. */
export function dragOf({ x, y }: Point): Drag {
  if (Math.hypot(x, y) < tapRadius) return 'unclear';
  if (Math.abs(x) > 1.2 * Math.abs(y)) return 'turn';
  return y > 2.5 * Math.abs(x) ? 'close' : 'unclear';
}

/** Returns the step to the next (1) or previous (-1) picture at the end of a drag, or 0. `speed` is in CSS pixels per ms. */
export function stepOf(x: number, speed: number, width: number): -1 | 0 | 1 {
  const far = Math.min(Math.max(width / 4, 48), 120);
  const flicked = Math.abs(x) >= flick && Math.abs(speed) >= flickSpeed && Math.sign(speed) === Math.sign(x);
  if (Math.abs(x) < far && !flicked) return 0;
  return x < 0 ? 1 : -1;
}

/** Returns whether a drag downwards closes the view at its end. */
export const closes = (y: number, speed: number): boolean => y >= closing || (y >= flick && speed >= flickSpeed);
