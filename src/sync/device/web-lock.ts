/** Channel on which holders of locks send pulses. */
const pulses = 'event-companion-locks';

/**
 * Runs `work` while no other tab or worker of this browser holds `name` (Web Locks). With `patience` (ms) it waits until the holder has
 * sent no pulse for that long, and then runs without the lock: a frozen tab sends none, a slow one does.
 */
export async function withWebLock<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T> {
  if (patience === undefined) return navigator.locks.request(name, work);
  const silence = listenFor(name, patience);
  let granted = false;
  try {
    return await navigator.locks.request(name, { signal: silence.signal }, () => {
      granted = true;
      silence.end();
      return withPulses(name, patience / 3, work);
    });
  } catch (error) {
    if (granted || !silence.signal.aborted) throw error;
    return await work();
  } finally {
    silence.end();
  }
}

/** Returns a signal that is aborted after `patience` ms without a pulse for `name`. */
function listenFor(name: string, patience: number): { signal: AbortSignal; end: () => void } {
  const silence = new AbortController();
  let channel: BroadcastChannel | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), patience);
  };
  // Most locks are free, so the channel is opened only after a wait.
  const soon = setTimeout(() => {
    channel = new BroadcastChannel(pulses);
    channel.addEventListener('message', ({ data }) => {
      if (data === name) wait();
    });
  }, patience / 3);
  wait();
  return {
    signal: silence.signal,
    end: () => {
      clearTimeout(soon);
      clearTimeout(timer);
      channel?.close();
    },
  };
}

async function withPulses<T>(name: string, every: number, work: () => Promise<T>): Promise<T> {
  let channel: BroadcastChannel | undefined;
  const pulse = setInterval(() => {
    channel ??= new BroadcastChannel(pulses);
    channel.postMessage(name);
  }, every);
  try {
    return await work();
  } finally {
    clearInterval(pulse);
    channel?.close();
  }
}
