import type { AnyMutation, AnyResource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';

/** The properties of a mutation that are plain data. */
export type Traits = Pick<AnyMutation, 'kind' | 'versioned' | 'publishes' | 'picture' | 'sharpenedBy'>;

const traitsOf = ({ kind, versioned, publishes, picture, sharpenedBy }: AnyMutation): Traits => ({
  kind,
  ...(versioned && { versioned }),
  ...(publishes && { publishes }),
  ...(picture !== undefined && { picture }),
  ...(sharpenedBy !== undefined && { sharpenedBy }),
});

const traitsIn = ({ mutations }: AnyResource): Record<string, Traits> =>
  Object.fromEntries(Object.entries(mutations).map(([name, mutation]) => [name, traitsOf(mutation)]));

/** By resource and mutation. The build inserts the result, so that screens need no schemas. */
export const mutations: Readonly<Record<string, Readonly<Record<string, Traits>>>> = Object.fromEntries(
  resources.map((resource) => [resource.name, traitsIn(resource)]),
);
