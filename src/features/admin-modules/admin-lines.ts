import type { AdminLine } from '#feature-kit/feature.ts';
import { homeItems } from '#feature-kit/home/home-items.ts';
import { menuSections } from '#feature-kit/menu/menu.ts';
import { readCurrentContext } from '#sync/mirror/current-context.ts';

export const modulesLine: AdminLine = async (db) => {
  const { modules } = await readCurrentContext(db);
  const number = modules.filter(({ isActive }) => isActive).length;
  return ({ t }) => t('admin_modules.line', { number, all: modules.length });
};

export const menuLine: AdminLine = async (db, eventId) => {
  const { menuEntries, modules } = await readCurrentContext(db);
  const organiser = { userId: db.userId, role: 'user', eventRoles: { [eventId]: 'admin' } } as const;
  const count = menuSections(menuEntries, modules, organiser).flatMap(({ items }) => items).length;
  return ({ t }) => t('admin_menu.line', { count });
};

export const homeLine: AdminLine = async (db) => {
  const { homeEntries, modules } = await readCurrentContext(db);
  const count = homeItems(homeEntries, modules).length;
  return ({ t }) => t('admin_home.line', { count });
};
