import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { MenuItem, MenuSection } from './menu.ts';
import { textOf } from '#i18n/texts.ts';
import { EventPicture } from '#pictures/event-picture.tsx';
import { classes } from '#ui/theme/classes.ts';
import { type Badges, useMenuLink } from './menu-link.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  event: EventRow | undefined;
  sections: readonly MenuSection[];
  badges: Badges;
  onChosen?: () => void;
}

/** The event's picture and the entries by section; the heading of the first section is the event's title. */
export function SideMenu({ event, sections, badges, onChosen }: SideMenuProps): ReactNode {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('menu.label')} className={styles.menu}>
      {event && <EventPicture key={event.id} event={event} />}
      {sections.map(({ number, titleKey, items }) => (
        <div key={number} className={styles.section}>
          <h2 className={classes(styles.heading, number === 0 && styles.first)}>
            {number === 0 ? event?.title : textOf(t, titleKey, titleKey)}
          </h2>
          <ul>
            {items.map((item) => (
              <MenuLink
                key={item.id}
                item={item}
                badge={badges.find(({ path }) => path === item.definition.navigationPath)?.news}
                onChosen={onChosen}
              />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface MenuLinkProps {
  item: MenuItem;
  badge: number | undefined;
  onChosen: (() => void) | undefined;
}

function MenuLink({ item, badge, onChosen }: MenuLinkProps): ReactNode {
  const { t } = useTranslation();
  const { icon, name, link } = useMenuLink(item, onChosen);
  return (
    <li>
      <Link {...link} className={styles.link}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.name}>{name}</span>
        {badge !== undefined && (
          <>
            <span className={styles.badge} aria-hidden="true">
              {badge}
            </span>
            <span className="visually-hidden">{t('menu.changes', { count: badge })}</span>
          </>
        )}
      </Link>
    </li>
  );
}
