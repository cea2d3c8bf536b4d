/** Pixels of pull that start a refresh, and the maximum shift of the page. */
const enough = 64;
const most = 96;

export type Phase = 'idle' | 'pull' | 'release' | 'busy';

interface Pulled {
  readonly onGive: (pixels: number) => void;
  readonly onPhase: (phase: Phase) => void;
  readonly refresh: () => Promise<void>;
}

/** Returns whether a part of the page that contains the target was scrolled by itself. */
function isScrolled(target: EventTarget | null, page: HTMLElement): boolean {
  for (let node = target instanceof Element ? target : null; node && node !== page; node = node.parentElement) {
    if (node.scrollTop > 0) return true;
  }
  return false;
}

/** Follows a finger that pulls the page down at its top. Returns a function that stops it. */
export function followPull(element: HTMLElement, { onGive, onPhase, refresh }: Pulled): () => void {
  let startY: number | null = null;
  let pulled = 0;
  const give = (pixels: number): void => {
    pulled = pixels;
    onGive(pixels);
  };
  const begin = (event: TouchEvent): void => {
    const typing = event.target instanceof Element && event.target.closest('textarea, input') !== null;
    startY =
      scrollY === 0 && event.touches.length === 1 && !typing && !isScrolled(event.target, element)
        ? (event.touches[0]?.clientY ?? null)
        : null;
  };
  const move = (event: TouchEvent): void => {
    if (startY === null) return;
    const way = ((event.touches[0]?.clientY ?? startY) - startY) / 2;
    if (way <= 0 || scrollY > 0) return give(0);
    give(Math.min(way, most));
    onPhase(pulled >= enough ? 'release' : 'pull');
  };
  const end = ({ type }: Event): void => {
    if (startY === null) return;
    startY = null;
    // A gesture that the system takes over requests no refresh.
    const refreshes = pulled >= enough && type === 'touchend';
    give(refreshes ? enough : 0);
    onPhase(refreshes ? 'busy' : 'idle');
    if (!refreshes) return;
    void refresh().finally(() => {
      give(0);
      onPhase('idle');
    });
  };
  const listeners = { touchstart: begin, touchmove: move, touchend: end, touchcancel: end } as const;
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener, { passive: true });
  return () => {
    for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener as EventListener);
  };
}
