import type { LucideIcon } from 'lucide-react';
import ScrollText from 'lucide-react/icons/scroll-text';
import Tent from 'lucide-react/icons/tent';
import UsersRound from 'lucide-react/icons/users-round';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Screen } from '#ui/layout/screen.tsx';
import { IconTile } from '#ui/theme/icon-tile.tsx';
import styles from './link-cards.module.css';

export function GlobalScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <Screen title={t('admin_global.title')} note={t('admin_global.text')}>
      <LinkCards
        links={[
          { href: '/admin/global/events', icon: Tent, title: t('admin_global.events'), text: t('admin_global.events_text') },
          { href: '/admin/global/users', icon: UsersRound, title: t('admin_global.users'), text: t('admin_global.users_text') },
          { href: '/admin/global/audit', icon: ScrollText, title: t('admin_global.audit'), text: t('admin_global.audit_text') },
        ]}
      />
    </Screen>
  );
}

interface LinkCard {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

/** Lists links to other screens. */
function LinkCards({ links }: { links: readonly LinkCard[] }): ReactNode {
  const id = useId();
  return (
    <ul className={styles.list}>
      {links.map(({ href, icon, title, text }, index) => (
        <li key={href}>
          <Link href={href} className={styles.card} aria-describedby={`${id}-${index}`}>
            <IconTile icon={icon} />
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span id={`${id}-${index}`} className={styles.text}>
                {text}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
