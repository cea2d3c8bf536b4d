import type { ReactNode } from 'react';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

/** Loaded with the overlay that contains it. */
const HidePerson = lazyComponent(async () => (await import('#commands/moderation/hide-person.tsx')).HidePerson, 'part');

export const preloadHidePerson = HidePerson.preload;

export const personActions = (person: { userId: number; name: string }): ReactNode => <HidePerson {...person} />;
