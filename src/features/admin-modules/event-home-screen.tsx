import House from 'lucide-react/icons/house';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { arranged } from '#contract/rules/arranged.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { HomeEntry, ModuleRow } from '#contract/resources/modules.ts';
import { homeSettingsIn, mostShown } from '#contract/rules/home-settings.ts';
import { Refused } from '#commands/refused.tsx';
import { type HomeItem, homeItems } from '#feature-kit/home/home-items.ts';
import { useHomeParts } from '#feature-kit/home/home-parts.tsx';
import { useCurrentContext, useRefresh, useSync } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Hero, Screen } from '#ui/layout/screen.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './home-and-menu.module.css';
import { componentName } from './module-words.ts';
import { OrderList } from './order/order-list.tsx';
import { moved } from './order/order.ts';
import { type SavedOrder, useSavedOrder } from './order/read-order.ts';
import { useOrder } from './order/use-order.ts';
import { PhonePreview } from './phone-preview.tsx';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { toast } from '#ui/overlays/toasts.ts';

export function EventHomeScreen(): ReactNode {
  const here = useCurrentContext();
  const saved = useSavedOrder('home', here?.event?.id ?? 0);
  if (!here?.event || saved?.eventId !== here.event.id) return null;
  return <EventHome key={here.event.id} event={here.event} modules={here.modules} saved={saved} />;
}

interface EventHomeProps {
  event: EventRow;
  modules: readonly ModuleRow[];
  saved: SavedOrder<HomeEntry>;
}

function EventHome({ event, modules, saved }: EventHomeProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', t('admin_homescreen_save_error')));
  const words = { done: t('admin_homescreen_save_success'), refused: t('admin_homescreen_save_error') };
  const { rows, changed, form, clashProps, save, cancel } = useOrder({ list: 'home', saved, words });
  const { enable, disable, setCount } = useComponents(event.id, rows, words);
  const items = useMemo(() => homeItems(rows, modules), [rows, modules]);
  const components = useMemo(() => componentsOf(modules), [modules]);
  const componentOf = ({ name }: HomeItem): Component | undefined => components.find((component) => component.name === name);
  const after = (from: number, to: number): string[] =>
    moved(
      items.map(({ id }) => id),
      from,
      to,
    );
  const left = components.filter(({ name }) => !items.some((item) => item.name === name));
  return (
    <Screen title={t('admin_home.title')} lead={<BackToOverview />} note={t('admin_home.note')} onRefresh={refresh}>
      {saved.waiting && <WaitingMark />}
      {saved.refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {items.length === 0 && <EmptyState icon={House} title={t('admin_home.empty')} text={t('admin_home.empty_text')} />}
      <div className={styles.beside}>
        <div className={styles.form}>
          <form {...form.props} className={styles.form} aria-label={t('admin_home.title')}>
            <OrderList
              label={t('admin_home.shown')}
              items={items.map((item) => {
                const component = componentOf(item);
                const name = componentName(t, item.name);
                return {
                  id: item.id,
                  name,
                  detail: component?.hasCount && item.count !== undefined && (
                    <CountField label={t('admin_home.count', { name })} value={item.count} onChange={(count) => setCount(item.id, count)} />
                  ),
                  aside: (
                    <IconButton label={t('admin_home.disable_name', { name })} onClick={() => disable(item.id)}>
                      <CircleMinus aria-hidden="true" />
                    </IconButton>
                  ),
                };
              })}
              onMove={(from, to) => void save(after(from, to))}
            />
            <ConcurrentChanges
              {...clashProps}
              label={() => t('order.label')}
              value={({ places }) =>
                homeItems(arranged(saved.rows, places as []), modules)
                  .map(({ name }) => componentName(t, name))
                  .join('\n')
              }
            />
            {changed && <FormActions form={form} submit={t('order.save')} onCancel={cancel} />}
          </form>
          {left.length > 0 && (
            <section className={styles.section}>
              <h2>{t('admin_home.left_out')}</h2>
              <ul className={styles.left}>
                {left.map((component) => (
                  <li key={component.name}>
                    <Button onClick={() => enable(component)}>
                      <Plus aria-hidden="true" />
                      {t('admin_home.enable', { name: componentName(t, component.name) })}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <Preview event={event} items={items} />
      </div>
    </Screen>
  );
}

function Preview({ event, items }: { event: EventRow; items: readonly HomeItem[] }): ReactNode {
  const { hero, parts } = useHomeParts(event, items);
  const title = <p className={styles.event}>{event.title}</p>;
  return (
    <PhonePreview>
      {hero === undefined ? title : <Hero picture={hero}>{title}</Hero>}
      {parts}
    </PhonePreview>
  );
}

interface CountFieldProps {
  /** The name of the component, for screen readers. */
  label: string;
  value: number;
  onChange: (count: number) => void;
}

const counts = Array.from({ length: mostShown }, (_, index) => index + 1);

function CountField({ label, value, onChange }: CountFieldProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className={styles.field}>
      <label htmlFor={id}>
        {t('admin_home.count_short')}
        <span className="visually-hidden">: {label}</span>
      </label>
      <select id={id} className={styles.select} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </select>
    </span>
  );
}

interface Component {
  readonly name: string;
  readonly moduleId: number;
  readonly homeScreenNumber: number;
  readonly settings: string | null;
  readonly hasCount: boolean;
}

function componentsOf(modules: readonly ModuleRow[]): Component[] {
  return modules.flatMap(({ moduleId, isActive, home_components }) =>
    home_components.flatMap(({ name, settings }, homeScreenNumber) =>
      isActive ? [{ name, moduleId, homeScreenNumber, settings, hasCount: homeSettingsIn(settings).count !== undefined }] : [],
    ),
  );
}

type Shown = Pick<HomeEntry, 'moduleId' | 'homeScreenNumber' | 'position' | 'settings'>;

interface Components {
  readonly enable: (component: Component) => void;
  /** Removes the entry `id`, and all other entries with the same component. */
  readonly disable: (id: string) => void;
  readonly setCount: (id: string, count: number) => void;
}

/** Adds and removes components of the home screen, sets their counts, and reports the result by a toast with Undo. */
function useComponents(eventId: number, rows: readonly HomeEntry[], words: { done: string; refused: string }): Components {
  const { t } = useTranslation();
  const client = useSync();
  const send = async (commands: readonly Command[], undo?: () => readonly Command[]): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver(commands, null);
      toastDelivery(t, await delivery, words.done, undo && { label: t('order.undo'), run: () => void send(undo()) });
    } catch {
      toast(words.refused, 'error');
    }
  };
  const last = Math.max(0, ...rows.map(({ position }) => position));
  const make = (id: string, args: Shown): Command => command('homeEntries', 'create', args, { id, eventId });
  const remove = (id: string): Command => command('homeEntries', 'remove', {}, { id, eventId });
  return {
    enable: ({ moduleId, homeScreenNumber, settings }) => {
      const id = client.newId();
      void send([make(id, { moduleId, homeScreenNumber, position: last + 1, settings })], () => [remove(id)]);
    },
    disable: (id) => {
      const shown = rows.find((row) => row.id === id);
      const same = rows.filter((row) => row.moduleId === shown?.moduleId && row.homeScreenNumber === shown.homeScreenNumber);
      // The id of a removed row cannot be used again; the position brings a new one back to its place.
      const again = (): Command[] =>
        same.map(({ moduleId, homeScreenNumber, position, settings }) =>
          make(client.newId(), { moduleId, homeScreenNumber, position, settings }),
        );
      void send(
        same.map((row) => remove(row.id)),
        again,
      );
    },
    setCount: (id, count) => {
      const before = rows.find((row) => row.id === id)?.settings;
      const set = (settings: object): Command => command('homeEntries', 'edit', { settings: JSON.stringify(settings) }, { id, eventId });
      void send([set({ ...homeSettingsIn(before), count })], () => [set(homeSettingsIn(before))]);
    },
  };
}
