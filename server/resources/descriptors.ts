import { type ResourceName, resources } from '../../contract/resources.ts';
import * as all from './all.ts';
import type { AnyDescriptor } from './descriptor.ts';

/** Does not compile where a resource has none, or has that of another. */
const byName = all satisfies { readonly [Name in ResourceName]: { readonly resource: { readonly name: Name } } };

/** What stands in `all.ts`, in the order of the resources. */
export const descriptors = resources.map(({ name }) => byName[name]);

/** Throws a `TypeError` for a resource that has none. */
export function descriptorOf(name: string): AnyDescriptor {
  if (!Object.hasOwn(byName, name)) throw new TypeError(`no descriptor of ${name}`);
  return byName[name as ResourceName];
}
