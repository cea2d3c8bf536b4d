/**
 * Runs `work` while no other tab or worker of this browser holds `name` (Web Locks). With `patience` (ms) it waits that long
 * for the lock and then runs without it: a frozen tab keeps what it holds.
 */
export async function withWebLock<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T> {
  if (patience === undefined) return navigator.locks.request(name, work);
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), patience);
  let granted = false;
  try {
    return await navigator.locks.request(name, { signal: impatient.signal }, () => {
      granted = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (granted || !impatient.signal.aborted) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
}
