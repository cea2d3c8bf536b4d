import { type ResourceName, resources } from '#contract/resources.ts';
import * as all from './all.ts';
import type { AnyDescriptor } from '../definition/descriptor.ts';

/** Does not compile if a resource has no descriptor, or that of another. */
const byName = all satisfies { readonly [Name in ResourceName]: { readonly resource: { readonly name: Name } } };

export const descriptors = resources.map(({ name }) => byName[name]);

export function descriptorOf(name: string): AnyDescriptor {
  if (!Object.hasOwn(byName, name)) throw new TypeError(`no descriptor of ${name}`);
  return byName[name as ResourceName];
}
