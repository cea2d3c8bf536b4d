import { homeSettingsIn } from '#contract/rules/home-settings.ts';
import type { HomeEntry, ModuleRow } from '#contract/resources/modules.ts';

/** One component of a home screen: its name, and the number of items if set. */
export interface HomeItem {
  readonly id: string;
  readonly name: string;
  readonly count: number | undefined;
}

/**
 * Returns the components of an event's home screen in order, without those of modules that are off. An entry's own settings override those
 * of its module. A component that several people added appears once.
 */
export function homeItems(entries: readonly HomeEntry[], modules: readonly ModuleRow[]): HomeItem[] {
  const items = entries
    .toSorted((a, b) => a.position - b.position)
    .flatMap((entry) => {
      const module = modules.find(({ moduleId }) => moduleId === entry.moduleId);
      if (module?.isActive === false) return [];
      const component = module?.home_components[entry.homeScreenNumber];
      const settings = { ...homeSettingsIn(component?.settings), ...homeSettingsIn(entry.settings) };
      const name = settings.componentName ?? component?.name;
      if (name === undefined) {
        console.info(`no home component named ${entry.moduleId}/${entry.homeScreenNumber}`);
        return [];
      }
      return [{ id: entry.id, name, count: settings.count }];
    });
  return items.filter(({ name }, index) => items.findIndex((other) => other.name === name) === index);
}
