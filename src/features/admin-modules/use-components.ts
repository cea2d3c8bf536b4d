import { useTranslation } from 'react-i18next';
import { homeSettingsIn } from '#contract/rules/home-settings.ts';
import { type HomeEntry, homeEntries, type ModuleRow } from '#contract/resources/modules.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';

export interface Component {
  readonly name: string;
  readonly moduleId: number;
  readonly homeScreenNumber: number;
  readonly settings: string | null;
  readonly hasCount: boolean;
}

export function componentsOf(modules: readonly ModuleRow[]): Component[] {
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
export function useComponents(eventId: number, rows: readonly HomeEntry[], words: { done: string; refused: string }): Components {
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
  const make = (id: string, args: Shown): Command => command(homeEntries, 'create', args, { id, eventId });
  const remove = (id: string): Command => command(homeEntries, 'remove', {}, { id, eventId });
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
      const set = (settings: object): Command => command(homeEntries, 'edit', { settings: JSON.stringify(settings) }, { id, eventId });
      void send([set({ ...homeSettingsIn(before), count })], () => [set(homeSettingsIn(before))]);
    },
  };
}
