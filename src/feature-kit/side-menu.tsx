import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchRoute, useLocation, useRouter } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { MenuItem, MenuSection } from './menu.ts';
import type { Badge } from './feature.ts';
import { useFeatures } from './features.tsx';
import { textOf } from '#i18n/keys.ts';
import { EventPicture } from '#pictures/event-picture.tsx';
import { classes } from '#ui/theme/classes.ts';
import { iconOf } from './icons.ts';
import { notePress } from './pressed-link.ts';
import styles from './side-menu.module.css';

/** The counts of unseen rows by menu entry; entries without news are omitted. */
export type Badges = readonly (Pick<Badge, 'path' | 'label'> & { readonly news: number })[];

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
  const [location] = useLocation();
  const features = useFeatures();
  const { icon, name, navigationPath } = item.definition;
  const { parser } = useRouter();
  const isPart = features.some(({ routes = [] }) =>
    routes.some(({ of, path }) => of === navigationPath && matchRoute(parser, path, location)[0]),
  );
  const press = (): void => {
    notePress(navigationPath);
    onChosen?.();
  };
  const current = isPart || location === navigationPath || location.startsWith(`${navigationPath}/`);
  return (
    <li>
      <Link href={navigationPath} className={styles.link} aria-current={current ? 'page' : undefined} onClick={press}>
        <span className={styles.icon} aria-hidden="true">
          {iconOf({ navigationPath, icon }, features)}
        </span>
        <span className={styles.name}>{textOf(t, name, name)}</span>
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
