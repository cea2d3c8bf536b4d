import { useTranslation } from 'react-i18next';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { moduleName } from './module-words.ts';

interface Switches {
  readonly turnModule: (module: ModuleRow, on: boolean) => void;
  /** `index` is the position of the entry within the module. */
  readonly turnEntry: (module: ModuleRow, index: number, on: boolean) => void;
}

/** Turns modules and menu entries on and off at once, with Undo. */
export function useSwitches(): Switches {
  const { t } = useTranslation();
  const client = useSync();
  const send = async (one: Command, words: { done: string; failed: string }, undo: () => void): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([one], null);
      toastDelivery(t, await delivery, words.done, { label: t('order.undo'), run: undo });
    } catch {
      toast(words.failed, 'error');
    }
  };
  const turnModule = (module: ModuleRow, on: boolean): void => {
    const { id, eventId, moduleId } = module;
    const name = moduleName(t, module.name);
    const words = {
      done: t(on ? 'admin_modules.added' : 'admin_modules.removed', { name }),
      failed: t(on ? 'admin_modules.add_failed' : 'admin_modules.remove_failed'),
    };
    void send(command('modules', on ? 'add' : 'drop', { moduleId }, { id, eventId }), words, () => turnModule(module, !on));
  };
  const turnEntry = (module: ModuleRow, menuEntryIndex: number, on: boolean): void => {
    const { id, eventId, moduleId } = module;
    const words = { done: t(on ? 'admin_menu_entry_added' : 'admin_menu_entry_removed'), failed: t('admin_menu_toggle_error') };
    const one = command('modules', on ? 'addEntry' : 'dropEntry', { moduleId, menuEntryIndex }, { id, eventId });
    void send(one, words, () => turnEntry(module, menuEntryIndex, !on));
  };
  return { turnModule, turnEntry };
}
