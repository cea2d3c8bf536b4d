import CircleMinus from 'lucide-react/icons/circle-minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { arranged } from '#contract/rules/arranged.ts';
import type { MenuEntry, ModuleRow } from '#contract/resources/modules.ts';
import { Refused } from '#commands/refused.tsx';
import { useFeatures } from '#feature-kit/features.tsx';
import { iconOf, isShown, menuSections } from '#feature-kit/menu/menu.ts';
import { SideMenu } from '#feature-kit/menu/side-menu.tsx';
import { textOf } from '#i18n/texts.ts';
import { groupBy } from '#lib/group-by.ts';
import type { CurrentContext } from '#sync/mirror/current-context.ts';
import { useActor, useCurrentContext, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './home-and-menu.module.css';
import { OrderList } from './order/order-list.tsx';
import { moved } from './order/order.ts';
import { type SavedOrder, useSavedOrder } from './order/read-order.ts';
import { useOrder } from './order/use-order.ts';
import { PhonePreview } from './phone-preview.tsx';
import { useSwitches } from './use-switches.ts';

const noBadges = [] as const;

export function EventMenuScreen(): ReactNode {
  const here = useCurrentContext();
  const saved = useSavedOrder('menu', here?.event?.id ?? 0);
  if (!here?.event || saved?.eventId !== here.event.id) return null;
  return <EventMenu key={here.event.id} here={here} saved={saved} />;
}

const bySection = (rows: MenuEntry[]): MenuEntry[] => rows.toSorted((one, other) => one.sectionNumber - other.sectionNumber);

function EventMenu({ here, saved }: { here: CurrentContext; saved: SavedOrder<MenuEntry> }): ReactNode {
  const { t } = useTranslation();
  const features = useFeatures();
  const actor = useActor();
  const refresh = useRefresh(refreshToast(t, 'pull', t('admin_menu_fetch_error')));
  const { turnEntry } = useSwitches();
  const words = { done: t('admin_menu_save_success'), refused: t('admin_menu_save_error') };
  const { rows, changed, form, clashProps, save, cancel } = useOrder({ list: 'menu', saved, sorted: bySection, words });
  const modules = useMemo(() => new Map(here.modules.map((module) => [module.moduleId, module])), [here.modules]);
  const entryOf = ({ moduleId, menuEntryNumber }: MenuEntry) => {
    const module = modules.get(moduleId);
    return { module, definition: module?.menu_entries[menuEntryNumber] };
  };
  const nameOf = (row: MenuEntry): string => {
    const { name = '' } = entryOf(row).definition ?? {};
    return textOf(t, name, name);
  };
  const shown = rows.filter((row) => {
    const { module, definition } = entryOf(row);
    return isShown(module, definition);
  });
  const sections = groupBy(shown, ({ sectionNumber }) => sectionNumber);
  const left = here.modules.flatMap((module) =>
    module.isActive ? module.menu_entries.map((entry, index) => ({ module, entry, index })).filter(({ entry }) => !entry.isActive) : [],
  );
  const takeOut = (module: ModuleRow, index: number, name: string): ReactNode => (
    <IconButton label={t('admin_menu.take_out_name', { name })} onClick={() => turnEntry(module, index, false)}>
      <CircleMinus aria-hidden="true" />
    </IconButton>
  );
  return (
    <Screen title={t('admin_menu.title')} lead={<BackToOverview />} note={t('admin_menu.note')} onRefresh={refresh}>
      {saved.waiting && <WaitingMark />}
      {saved.refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <div className={styles.beside}>
        <div className={styles.form}>
          <form {...form.props} className={styles.form} aria-label={t('admin_menu.title')}>
            {[...sections].map(([number, entries]) => {
              const { sectionI18N = '' } = (entries[0] && entryOf(entries[0]).definition) ?? {};
              const title = textOf(t, sectionI18N, sectionI18N);
              const move = (from: number, to: number): void =>
                void save(
                  moved(
                    entries.map(({ id }) => id),
                    from,
                    to,
                  ),
                );
              return (
                <section key={number} className={styles.section}>
                  <h2>{title}</h2>
                  <OrderList
                    label={title}
                    items={entries.map((row) => {
                      const { module, definition } = entryOf(row);
                      return {
                        id: row.id,
                        name: nameOf(row),
                        icon: definition && iconOf(definition, features),
                        aside: module && definition?.optional && takeOut(module, row.menuEntryNumber, nameOf(row)),
                      };
                    })}
                    onMove={move}
                  />
                </section>
              );
            })}
            <ConcurrentChanges
              {...clashProps}
              label={() => t('order.label')}
              value={({ places }) =>
                bySection(arranged(saved.rows, places as []))
                  .filter((row) => shown.some(({ id }) => id === row.id))
                  .map(nameOf)
                  .join('\n')
              }
            />
            {changed && <FormActions form={form} submit={t('order.save')} onCancel={cancel} />}
          </form>
          {left.length > 0 && (
            <section className={styles.section}>
              <h2>{t('admin_menu.left_out')}</h2>
              <ul className={styles.left}>
                {left.map(({ module, entry, index }) => (
                  <li key={entry.navigationPath}>
                    <Button onClick={() => turnEntry(module, index, true)}>
                      <Plus aria-hidden="true" />
                      {t('admin_menu.add', { name: textOf(t, entry.name, entry.name) })}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <PhonePreview>
          <SideMenu event={here.event} sections={actor ? menuSections(rows, here.modules, actor) : []} badges={noBadges} />
        </PhonePreview>
      </div>
    </Screen>
  );
}
