import { createContext, type ReactNode } from 'react';

/** Renders further actions about a person, provided by the app. */
export const PersonActions = createContext<((person: { userId: number; name: string }) => ReactNode) | null>(null);
