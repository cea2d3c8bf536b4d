/** Calls `act` now and each time the page becomes visible, but not while it is hidden. The returned function ends this. */
export function whileVisible(act: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState !== 'hidden') act();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
