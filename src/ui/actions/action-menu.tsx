import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../loading/lazy-component.tsx';
import { type FirstItem, MenuButton, type MenuFace } from './menu-button.tsx';
import type { Action, AnchoredMenuProps, OpenedMenuProps } from './opened-menu.tsx';

export type { Action } from './opened-menu.tsx';

/** The menu with its button, from the first press on. Its button stays while the code is loaded. */
export const OpenedMenu = lazyComponent<OpenedMenuProps>(async () => (await import('./opened-menu.tsx')).OpenedMenu, 'over', MenuButton);

const LazyAnchoredMenu = lazyComponent(async () => (await import('./opened-menu.tsx')).AnchoredMenu, 'over');

export const preloadMenus = async (): Promise<void> => {
  await Promise.all([OpenedMenu.preload(), LazyAnchoredMenu.preload()]);
};

/** A menu of rare actions behind one quiet button. */
export function ActionMenu({ actions, ...face }: MenuFace & { actions: readonly Action[] }): ReactNode {
  const [first, open] = useState<FirstItem>();
  if (first === undefined) return <MenuButton {...face} onOpen={open} />;
  return <OpenedMenu {...face} actions={actions} first={first} onCancel={() => open(undefined)} />;
}

/** A menu without a button of its own, for long lists and for a long press. */
export function AnchoredMenu(props: AnchoredMenuProps): ReactNode {
  const [opened, noteOpening] = useState(false);
  if (props.open && !opened) noteOpening(true);
  return opened ? <LazyAnchoredMenu {...props} /> : null;
}
