import { useContext, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ScreenRefresh } from '#ui/refresh/screen-refresh.ts';
import { useMenu } from '../menu/use-menu.ts';
import { actions, areShortcutsOn, helpOpen, isActionKey, isPlaceKey, places } from './shortcuts.ts';

/** The time (ms) in which a key after `g` names a screen. */
const patience = 1_500;

/** Lets single keys open screens and act on the current one, unless the person types or an overlay is open. */
export function useShortcuts(): void {
  const [, navigate] = useLocation();
  const { run: refresh } = useContext(ScreenRefresh);
  const paths = useMenu().flatMap(({ items }) => items.map(({ definition }) => definition.navigationPath));
  const handle = useRef<(event: KeyboardEvent) => void>(undefined);
  const goneAt = useRef(-Infinity);
  useEffect(() => {
    const act = {
      search: () => focusOn('main input[type="search"]') || navigate('/search'),
      create: () => focusOn('main [data-new]'),
      refresh: () => void refresh(),
      help: () => helpOpen.set(true),
    };
    handle.current = (event) => {
      const { key } = event;
      const isAfterGo = event.timeStamp - goneAt.current < patience;
      goneAt.current = key === 'g' ? event.timeStamp : -Infinity;
      if (isAfterGo && isPlaceKey(key)) {
        const path = places[key];
        if (path === '/not-sent' || paths.includes(path)) navigate(path);
      } else if (isActionKey(key)) act[actions[key]]();
      else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('[role$="dialog"], [role="menu"]') || !areShortcutsOn()) return;
      handle.current?.(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="button"])') !== null;

/** Focuses the first control of the screen that matches, and presses it if it is a button. Returns whether there is one. */
function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  if (found instanceof HTMLButtonElement) found.click();
  return found !== null;
}
