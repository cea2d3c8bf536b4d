import type { ReactNode } from 'react';
import { useObservable } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { helpOpen } from '../shell/shortcuts/shortcuts.ts';
import { useShortcuts } from '../shell/shortcuts/use-shortcuts.ts';

const ShortcutHelp = lazyComponent(async () => (await import('../shell/shortcuts/shortcut-help.tsx')).ShortcutHelp, 'over');

export const preloadShortcutHelp = ShortcutHelp.preload;

/** Keyboard shortcuts and their help. */
export function Shortcuts(): ReactNode {
  useShortcuts();
  return useObservable(helpOpen) && <ShortcutHelp />;
}
