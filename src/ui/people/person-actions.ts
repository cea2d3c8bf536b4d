import { createContext, type ReactNode } from 'react';

/** Draws what can be done about a person beside reaching them, where the app says so. `userId` is theirs. */
export const PersonActions = createContext<((person: { userId: number; name: string }) => ReactNode) | null>(null);
