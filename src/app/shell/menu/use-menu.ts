import { useMemo } from 'react';
import { useActor, useCurrentContext } from '#sync/react/hooks.tsx';
import { type MenuSection, menuSections } from '#feature-kit/menu/menu.ts';
import { withGlobalEntry } from './global-entry.ts';

/** Returns the menu of the active event for the signed-in user; empty until the mirror has it. */
export function useMenu(): readonly MenuSection[] {
  const actor = useActor();
  const here = useCurrentContext();
  return useMemo(() => (here && actor ? withGlobalEntry(menuSections(here.menuEntries, here.modules, actor), actor) : []), [here, actor]);
}
