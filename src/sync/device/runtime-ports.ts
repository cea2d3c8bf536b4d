import { v7 } from 'uuid';
import type { Ports } from './ports.ts';

export const runtimePorts: Pick<
  Ports,
  'now' | 'elapsed' | 'setTimer' | 'random' | 'newId' | 'receiveServerTime' | 'hasServerTime' | 'reportFault'
> = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (delay, task) => {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  newId: () => v7(),
  receiveServerTime: () => undefined,
  hasServerTime: () => false,
  reportFault: (fault) => console.warn('sync', fault),
};
