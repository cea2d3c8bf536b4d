import { hiddenBy } from '../mirror/people.ts';
import { useLive } from './hooks.tsx';

/** Returns the ids of the people whom the signed-in user has hidden, `undefined` until they are read. */
export const useHidden = (): ReadonlySet<number> | undefined => useLive(hiddenBy, []);
