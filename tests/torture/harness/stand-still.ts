const every = 10;
/** A timer that is so late (ms) was kept waiting by the machine: nothing else is done here meanwhile. */
const late = 40;

/** Watches until `stop` is called for how long (ms) this process, which only waits, could not run at all. */
export function watchStandStill(): { stop: () => void; stoodStill: () => number } {
  let stoodStill = 0;
  let before = performance.now();
  const look = (): void => {
    const now = performance.now();
    const delay = now - before - every;
    if (delay > late) stoodStill += delay;
    before = now;
  };
  const timer = setInterval(look, every);
  const stop = (): void => {
    clearInterval(timer);
    look();
  };
  return { stop, stoodStill: () => stoodStill };
}
