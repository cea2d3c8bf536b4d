import { createContext } from 'react';

/** Called after a person was removed, whom only the server's page may show. */
export const MemberRemoved = createContext<() => void>(() => undefined);
