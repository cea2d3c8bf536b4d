/** State of an event that decides which of its first steps are done. */
export interface FirstStepFacts {
  readonly hasPicture: boolean;
  readonly entries: number;
  readonly announcements: { readonly live: number; readonly drafts: number };
  /** `changed` is true if somebody turned a module or an entry on or off. */
  readonly modules: { readonly on: number; readonly changed: boolean };
  readonly codes: { readonly count: number; readonly used: number };
  readonly members: number;
  /** Names of the modules that are off: a step that leads to one of them is left out. */
  readonly off: ReadonlySet<string>;
  /** Steps whose screen was opened on this device. */
  readonly opened: ReadonlySet<string>;
}

export type FirstStepName = 'picture' | 'schedule' | 'announcement' | 'modules' | 'codes' | 'invitation';

export interface FirstStep {
  readonly name: FirstStepName;
  readonly done: boolean;
}

interface Rule {
  readonly done: (facts: FirstStepFacts) => boolean;
  /** The module of its screen, if that can be off. */
  readonly module?: string;
}

const rules: Readonly<Record<FirstStepName, Rule>> = {
  picture: { done: ({ hasPicture }) => hasPicture },
  schedule: { done: ({ entries }) => entries > 0 },
  announcement: { done: ({ announcements }) => announcements.live > 0, module: 'announcements' },
  // The first modules fit many events, so a look at them is enough.
  modules: { done: ({ modules, opened }) => modules.changed || opened.has('modules') },
  codes: { done: ({ codes }) => codes.count > 0 },
  invitation: { done: ({ members, opened }) => members > 1 || opened.has('invitation'), module: 'share' },
};

/** Returns the first steps of an event in their order. Pure. */
export function firstSteps(facts: FirstStepFacts): readonly FirstStep[] {
  return Object.entries(rules)
    .filter(([, { module }]) => module === undefined || !facts.off.has(module))
    .map(([name, { done }]) => ({ name: name as FirstStepName, done: done(facts) }));
}
