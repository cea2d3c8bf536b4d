import { useTranslation } from 'react-i18next';
import { homeSettingsIn } from '#contract/rules/home-settings.ts';
import { type HomeEntry, homeEntries } from '#contract/resources/home-entries.ts';
import type { ModuleRow } from '#contract/resources/modules.ts';
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

interface Components {
  readonly enable: (component: Component) => void;
  /** Removes the entry `id`, and all other entries with the same component. */
  readonly disable: (id: string) => void;
  readonly setCount: (id: string, count: number) => void;
}

/** Adds and removes components of the home screen, sets their counts, and reports the result by a toast. */
export function useComponents(eventId: number, rows: readonly HomeEntry[], words: { done: string; refused: string }): Components {
  const { t } = useTranslation();
  const client = useSync();
  const send = async (commands: readonly Command[]): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver(commands, null);
      toastDelivery(t, await delivery, words.done);
    } catch {
      toast(words.refused, 'error');
    }
  };
  const last = Math.max(0, ...rows.map(({ position }) => position));
  return {
    enable: ({ moduleId, homeScreenNumber, settings }) => {
      const args = { moduleId, homeScreenNumber, position: last + 1, settings };
      void send([command(homeEntries, 'create', args, { eventId })]);
    },
    disable: (id) => {
      const shown = rows.find((row) => row.id === id);
      const same = rows.filter((row) => row.moduleId === shown?.moduleId && row.homeScreenNumber === shown.homeScreenNumber);
      void send(same.map((row) => command(homeEntries, 'remove', {}, { id: row.id, eventId })));
    },
    setCount: (id, count) => {
      const settings = JSON.stringify({ ...homeSettingsIn(rows.find((row) => row.id === id)?.settings), count });
      void send([command(homeEntries, 'edit', { settings }, { id, eventId })]);
    },
  };
}
