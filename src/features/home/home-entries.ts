import type { HomeEntry } from '../../../contract/resources/home-entries.ts';
import type { ModuleRow } from '../../../contract/resources/modules.ts';

/** One component of a home screen: its name, and how many things it shows where the event says so. */
export interface HomeItem {
  readonly id: string;
  readonly name: string;
  readonly count: number | undefined;
}

/** What an event's home screen consists of, in its order. An entry's own settings come before those of its module. */
export function homeItems(entries: readonly HomeEntry[], modules: readonly ModuleRow[]): HomeItem[] {
  return entries
    .toSorted((a, b) => a.position - b.position)
    .flatMap((entry) => {
      const component = modules.find(({ moduleId }) => moduleId === entry.moduleId)?.home_components[entry.homeScreenNumber];
      const settings = { ...settingsIn(component?.settings), ...settingsIn(entry.settings) };
      const name = settings.componentName ?? component?.name;
      if (name === undefined) {
        console.info(`home entry ${entry.id} names a component that is not here: ${entry.moduleId}/${entry.homeScreenNumber}`);
        return [];
      }
      return [{ id: entry.id, name, count: settings.count }];
    });
}

interface Settings {
  componentName?: string;
  count?: number;
}

/** Reads the settings of an entry: JSON text, or a bare number of things. */
function settingsIn(text: string | null | undefined): Settings {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isCount(value)) return { count: value };
    if (typeof value !== 'object' || value === null) return {};
    const { componentName, count } = value as Record<string, unknown>;
    return { ...(typeof componentName === 'string' ? { componentName } : {}), ...(isCount(count) ? { count } : {}) };
  } catch {
    return {};
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}
