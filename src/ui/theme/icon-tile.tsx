import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './icon-tile.module.css';

/** The decorative icon at the start of a card. */
export function IconTile({ icon: Icon }: { icon: LucideIcon }): ReactNode {
  return (
    <span className={styles.tile}>
      <Icon aria-hidden="true" />
    </span>
  );
}
