import type { ReactNode } from 'react';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';

/** Comes with the overlay that it stands in. */
const HidePerson = lazyComponent(async () => (await import('../../commands/moderation/hide-person.tsx')).HidePerson, 'part');

export const preloadHidePerson = HidePerson.preload;

export const personActions = (person: { userId: number; name: string }): ReactNode => <HidePerson {...person} />;
