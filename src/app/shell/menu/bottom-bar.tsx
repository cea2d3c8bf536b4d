import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MenuItem, MenuSection } from '#feature-kit/menu/menu.ts';
import { type Badges, useMenuLink } from '#feature-kit/menu/menu-link.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './bottom-bar.module.css';

/** The bar shows this many entries, and "More" for the others. */
const places = 4;

interface BottomBarProps {
  sections: readonly MenuSection[];
  badges: Badges;
  menuOpen: boolean;
  onMore: () => void;
}

/** The first entries of the event's menu at the lower edge of a phone; "More" opens the whole menu. */
export function BottomBar({ sections, badges, menuOpen, onMore }: BottomBarProps): ReactNode {
  const { t } = useTranslation();
  const items = sections[0]?.number === 0 ? sections[0].items.slice(0, places) : [];
  const badgeOf = ({ definition }: MenuItem): Badges[number] | undefined => badges.find(({ path }) => path === definition.navigationPath);
  const shown = items.map(badgeOf);
  const others = badges.filter((badge) => !shown.includes(badge));
  return (
    <nav aria-label={t('menu.bar')} className={styles.bar}>
      {items.map((item) => (
        <Tab key={item.id} item={item} news={badgeOf(item)?.news} />
      ))}
      {items.length > 0 && (
        <Button
          className={styles.tab}
          aria-label={[t('menu.more'), ...others.map(({ label }) => t(label))].join(', ')}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onMore}
        >
          <span className={styles.icon}>
            <Ellipsis aria-hidden="true" />
            {others.length > 0 && <span className={styles.dot} />}
          </span>
          <span className={styles.name}>{t('menu.more')}</span>
        </Button>
      )}
    </nav>
  );
}

function Tab({ item, news }: { item: MenuItem; news: number | undefined }): ReactNode {
  const { t } = useTranslation();
  const { icon, name, link } = useMenuLink(item);
  return (
    <Link {...link} className={styles.tab}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
        {news !== undefined && <span className={styles.dot} />}
      </span>
      <span className={styles.name}>{name}</span>
      {news !== undefined && <span className="visually-hidden">{t('menu.changes', { count: news })}</span>}
    </Link>
  );
}
