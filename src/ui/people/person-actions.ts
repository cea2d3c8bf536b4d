import { type ComponentType, createContext } from 'react';

/** What can be done about a person beside reaching them, where the app says so. `userId` is theirs. */
export const PersonActions = createContext<ComponentType<{ userId: number; name: string }> | null>(null);
