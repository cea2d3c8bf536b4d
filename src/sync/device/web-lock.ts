/** Where the holder of a lock says its name now and then. */
const pulses = 'event-companion-locks';

/**
 * Runs `work` while no other tab or worker of this browser holds `name` (Web Locks). With `patience` (ms) it waits until the holder has been
 * silent for that long, and then runs without it: a frozen tab keeps what it holds, and a slow one says that it is alive.
 */
export async function withWebLock<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T> {
  if (patience === undefined) return navigator.locks.request(name, work);
  const silence = listenFor(name, patience);
  let granted = false;
  try {
    return await navigator.locks.request(name, { signal: silence.signal }, () => {
      granted = true;
      silence.end();
      return saying(name, patience / 3, work);
    });
  } catch (error) {
    if (granted || !silence.signal.aborted) throw error;
    return await work();
  } finally {
    silence.end();
  }
}

/** A signal that is raised when `name` was not said for `patience` ms. */
function listenFor(name: string, patience: number): { signal: AbortSignal; end: () => void } {
  const silence = new AbortController();
  let channel: BroadcastChannel | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), patience);
  };
  // Most locks are free: only who has to wait opens a channel.
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

async function saying<T>(name: string, every: number, work: () => Promise<T>): Promise<T> {
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
