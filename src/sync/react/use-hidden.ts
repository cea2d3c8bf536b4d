import { hiddenBy } from '../mirror/hidden.ts';
import { useLive } from './hooks.tsx';

/** Ids of the people whom one does not want to see; `undefined` until they are read. */
export const useHidden = (): ReadonlySet<number> | undefined => useLive(hiddenBy, []);
