import type { BaseRow } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';

/** The fields that event admins write, in groups that belong together. Repeated here on purpose, as a check of the engine's own list. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  schedule: {
    title: ['title'],
    details: ['details'],
    time: ['startDate', 'endDate'],
    place: ['locationName', 'locationUrl', 'locationAddress'],
  },
  announcements: { title: ['title'], content: ['content'] },
  codes: { code: ['code'] },
  contactLinks: { title: ['title'], subtitle: ['subtitle'], links: ['links'] },
  homeEntries: { settings: ['settings'] },
  events: { title: ['title'], description: ['description'] },
  arrangements: { places: ['places'] },
};

/** True if event admins write fields of this row. */
export const isEditable = (entity: string): boolean => entity.slice(0, entity.indexOf(':')) in groups;

/** True if the first change creates the row. */
export const isCreatedByChange = (entity: string): boolean => entity.startsWith('arrangements:');

/** The value of each group of a row, as text that can be compared. */
export type Values = Readonly<Record<string, string>>;

type Fields = Readonly<Record<string, unknown>>;

export function valuesOf(resource: string, row: BaseRow | Fields): Values {
  const fields = row as Fields;
  const text = (names: readonly string[]): string => JSON.stringify(names.map((name) => fields[name] ?? null));
  return Object.fromEntries(Object.entries(groups[resource] ?? {}).map(([group, names]) => [group, text(names)]));
}

/** Calls name the order of a list differently. */
function fieldsOf(args: Fields): Fields {
  const places = args['updates'] ?? args['positions'];
  return places === undefined ? args : { places };
}

/** Returns the groups that `given` changes, with their values on top of `base`. */
export function changedValues(resource: string, base: BaseRow | Fields | null, given: Fields): Values {
  const args = fieldsOf(given);
  const touched = Object.entries(groups[resource] ?? {}).filter(([, names]) => names.some((name) => name in args));
  const after = valuesOf(resource, { ...base, ...args });
  return Object.fromEntries(touched.map(([group]) => [group, after[group] as string]));
}

export function valuesChangedBy({ resource, base, args }: OutboxEntry): Values {
  return changedValues(resource, base, args as Fields);
}

/** Returns the name of a value of a group of a row. Every tap writes unique values, so a value identifies its tap. */
export function valueName(entity: string, group: string, value: string): string {
  return `${entity}/${group}=${value}`;
}

export function valueNames(entity: string, values: Values): string[] {
  return Object.entries(values).map(([group, value]) => valueName(entity, group, value));
}

export const commandName = (key: string): string => `command ${key}`;

/** A removal is repeated automatically under another key if only the version differs, so its key does not identify it. */
export const removalName = (entity: string, userId: number): string => `removal of ${entity} by ${userId}`;

/** Returns the names of all effects of a command. */
export function namesOf(entry: OutboxEntry): string[] {
  const entity = `${entry.resource}:${entry.id}`;
  const removal = entry.mutation === 'remove' ? [removalName(entity, entry.userId)] : [];
  return [commandName(entry.key), ...removal, ...valueNames(entity, valuesChangedBy(entry))];
}

/** An action of an event admin. */
export interface Tap {
  /** Order of the taps on all devices. */
  readonly number: number;
  readonly kind: 'create' | 'edit' | 'remove' | 'toggle';
  readonly resource: string;
  readonly device: string;
  readonly userId: number;
  /** Null until the id of a new row is known. */
  entity: string | null;
  readonly seen: Values | null;
  readonly wrote: Values;
  /** True if the app reported it before it could be killed. */
  saved: boolean;
  readonly keys: Set<string>;
  /** Other states of a row that the person was shown before removing it all the same. */
  readonly removedAnyway: Values[];
}

/** Actions and decisions of event admins, with the app's reports; checked at the end. */
export class EditJournal {
  readonly taps: Tap[] = [];
  /** Values and commands that a person discarded. */
  readonly discarded = new Set<string>();
  /** By a value's name, the values over which a person chose it. */
  readonly chosenOver = new Map<string, Set<string>>();
  #placed = 0;

  begin(tap: Omit<Tap, 'number' | 'saved' | 'keys' | 'removedAnyway'>): Tap {
    const begun: Tap = { ...tap, number: this.taps.length + 1, saved: false, keys: new Set(), removedAnyway: [] };
    this.taps.push(begun);
    return begun;
  }

  tapWithKey(key: string): Tap | undefined {
    return this.taps.find(({ keys }) => keys.has(key));
  }

  removalsOf(entity: string, by: number): Tap[] {
    return this.taps.filter((tap) => tap.kind === 'remove' && tap.entity === entity && tap.userId === by);
  }

  /** The person discarded a command and its shown content. */
  markDiscarded(entry: OutboxEntry): void {
    for (const name of namesOf(entry)) this.discarded.add(name);
  }

  /**
   * The person discarded all pending commands in order: also the states of their rows after each command, which a choice in between had
   * changed.
   */
  markAllDiscarded(entries: readonly OutboxEntry[]): void {
    const rows = new Map<string, Fields>();
    for (const entry of entries) {
      this.markDiscarded(entry);
      const entity = `${entry.resource}:${entry.id}`;
      const args = entry.args as Fields;
      const row = { ...(rows.get(entity) ?? entry.base), ...fieldsOf(args) };
      rows.set(entity, row);
      for (const name of valueNames(entity, changedValues(entry.resource, row, args))) this.discarded.add(name);
    }
  }

  choose(entity: string, group: string, mine: string, theirs: string): void {
    const name = valueName(entity, group, mine);
    this.chosenOver.set(name, (this.chosenOver.get(name) ?? new Set()).add(theirs));
  }

  /** Finds the commands of the latest taps in the outboxes; a killed tab may have stored one without a report. */
  async findCommands(outboxOf: (tap: Tap) => Promise<readonly OutboxEntry[]>): Promise<void> {
    const known = new Set(this.taps.flatMap(({ keys }) => [...keys]));
    for (const tap of this.taps.slice(this.#placed)) {
      const own = (await outboxOf(tap)).find((entry) => !known.has(entry.key) && isOf(tap, entry));
      if (!own) continue;
      tap.keys.add(own.key);
      known.add(own.key);
      tap.entity ??= `${own.resource}:${own.id}`;
    }
    this.#placed = this.taps.length;
  }
}

function isOf(tap: Tap, entry: OutboxEntry): boolean {
  if (tap.resource !== entry.resource) return false;
  if (tap.kind === 'create') return entry.mutation === 'create' && JSON.stringify(valuesChangedBy(entry)) === JSON.stringify(tap.wrote);
  if (tap.entity !== `${entry.resource}:${entry.id}`) return false;
  const mutations = {
    edit: ['edit', 'menu', 'home', 'contactLinks'],
    remove: ['remove'],
    toggle: ['activate', 'deactivate', 'add', 'drop'],
  }[tap.kind];
  return (
    mutations.includes(entry.mutation) && (tap.kind !== 'edit' || JSON.stringify(valuesChangedBy(entry)) === JSON.stringify(tap.wrote))
  );
}
