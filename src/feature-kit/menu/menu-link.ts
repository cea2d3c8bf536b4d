import { useTranslation } from 'react-i18next';
import { matchRoute, useLocation, useRouter } from 'wouter';
import { textOf } from '#i18n/texts.ts';
import type { Badge } from '../feature.ts';
import { useFeatures } from '../features.tsx';
import { iconOf, type MenuItem } from './menu.ts';
import { notePress } from '../pressed-link.ts';

/** The counts of unseen rows by menu entry; entries without news are omitted. */
export type Badges = readonly (Pick<Badge, 'path' | 'label'> & { readonly news: number })[];

interface MenuLink {
  readonly icon: string;
  readonly name: string;
  readonly link: { readonly href: string; readonly 'aria-current': 'page' | undefined; readonly onClick: () => void };
}

/** Returns what a link of a menu entry shows, and its attributes. */
export function useMenuLink({ definition }: MenuItem, onChosen?: () => void): MenuLink {
  const { t } = useTranslation();
  const [location] = useLocation();
  const features = useFeatures();
  const { parser } = useRouter();
  const { name, navigationPath: path } = definition;
  const isPart = features.some(({ routes = [] }) =>
    routes.some(
      (route) => (route.of ?? (route.guard === 'event-admin' && '/admin/general')) === path && matchRoute(parser, route.path, location)[0],
    ),
  );
  const isCurrent = isPart || location === path || location.startsWith(`${path}/`);
  return {
    icon: iconOf(definition, features),
    name: textOf(t, name, name),
    link: {
      href: path,
      'aria-current': isCurrent ? 'page' : undefined,
      onClick: () => {
        notePress(path);
        onChosen?.();
      },
    },
  };
}
