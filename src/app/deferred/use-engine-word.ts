import { useLayoutEffect } from 'react';
import { useSync } from '../../sync/react/hooks.tsx';

/**
 * Says on `<html>` how the engine of this tab stands: `busy` while something is under way, then `level` where nothing waits and the mirror is
 * level with the server, else `idle`. Nobody sees it; tests and reports of faults read it.
 */
export function useEngineWord(): void {
  const { activity, status } = useSync();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      const { connection, pullRefused, firstLoad, waiting } = status.get();
      const level = connection === 'online' && pullRefused === null && firstLoad === null && waiting === 0;
      dataset['engine'] = level ? 'level' : 'idle';
    };
    const say = (): void => {
      clearTimeout(timer);
      if (activity.busy.get()) dataset['engine'] = 'busy';
      // What ends may be what the next thing begins with.
      else timer = setTimeout(rest);
    };
    const stops = [activity.busy.subscribe(say), status.subscribe(say)];
    say();
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      delete dataset['engine'];
    };
  }, [activity, status]);
}
