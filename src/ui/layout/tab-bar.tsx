import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import styles from './tab-bar.module.css';

export interface Tab {
  readonly path: string;
  readonly label: string;
}

/** Returns the tab with the current path, else the first. */
export function tabAt(tabs: readonly [Tab, ...Tab[]], path: string): Tab {
  return tabs.find((tab) => tab.path === path) ?? tabs[0];
}

export function TabBar({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: Tab }): ReactNode {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - bar.current.offsetWidth) / 2;
  }, [current.path]);
  return (
    <nav ref={bar} aria-label={label} className={styles.bar}>
      {tabs.map((tab) => (
        <Link key={tab.path} href={tab.path} className={styles.tab} aria-current={tab === current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
