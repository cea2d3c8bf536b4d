import { useLayoutEffect } from 'react';
import { useSync } from '#sync/react/hooks.tsx';

/**
 * Sets an attribute of `<html>` to the state of the engine in this tab: `busy` during work, then `level` if nothing is pending and the
 * mirror is up to date, else `idle`. For tests and fault reports.
 */
export function useEngineAttribute(): void {
  const { activity, status } = useSync();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      const { connection, pullRefused, firstLoad, waiting } = status.get();
      const level = connection === 'online' && pullRefused === null && firstLoad === null && waiting === 0;
      dataset['engine'] = level ? 'level' : 'idle';
    };
    const update = (): void => {
      clearTimeout(timer);
      if (activity.busy.get()) dataset['engine'] = 'busy';
      // The end of one task may be the start of the next.
      else timer = setTimeout(rest);
    };
    const stops = [activity.busy.subscribe(update), status.subscribe(update)];
    update();
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      delete dataset['engine'];
    };
  }, [activity, status]);
}
