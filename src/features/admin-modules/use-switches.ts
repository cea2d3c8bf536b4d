import { useTranslation } from 'react-i18next';
import { type ModuleRow, modules } from '#contract/resources/modules.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';

interface Switches {
  readonly turnModule: (module: ModuleRow, on: boolean) => void;
  /** `index` is the position of the entry within the module. */
  readonly turnEntry: (module: ModuleRow, index: number, on: boolean) => void;
}

export function useSwitches(): Switches {
  const { t } = useTranslation();
  const client = useSync();
  const send = async (one: Command, done: string, failed: string): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([one], null);
      toastDelivery(t, await delivery, done);
    } catch {
      toast(failed, 'error');
    }
  };
  return {
    turnModule: ({ id, eventId, moduleId }, on) => {
      const one = command(modules, on ? 'add' : 'drop', { moduleId }, { id, eventId });
      void send(
        one,
        t(on ? 'admin_modules.added' : 'admin_modules.removed'),
        t(on ? 'admin_modules.add_failed' : 'admin_modules.remove_failed'),
      );
    },
    turnEntry: ({ id, eventId, moduleId }, menuEntryIndex, on) => {
      const one = command(modules, on ? 'addEntry' : 'dropEntry', { moduleId, menuEntryIndex }, { id, eventId });
      void send(one, t(on ? 'admin_menu_entry_added' : 'admin_menu_entry_removed'), t('admin_menu_toggle_error'));
    },
  };
}
