import type { ArgsOf, RowId } from '#contract/resource.ts';
import type { ResourceName, ResourceNamed } from '#contract/resources.ts';
import type { WaitingBytes } from '#db/records.ts';

/** A command to be stored. It has the name of its resource, because screens are drawn before the schemas of the resources are loaded. */
export interface Command {
  resource: string;
  mutation: string;
  args: unknown;
  id?: RowId;
  eventId: number;
  /** Set if the command may have to be stored a second time, as the first result is unknown. */
  key?: string;
  bytes?: WaitingBytes;
}

/** Returns a command whose arguments the compiler has checked against the contract. */
export function command<Name extends ResourceName, M extends keyof ResourceNamed<Name>['mutations'] & string>(
  resource: Name,
  mutation: M,
  args: ArgsOf<ResourceNamed<Name>, M>,
  target: { id?: RowId; eventId: number; bytes?: WaitingBytes },
): Command {
  return { resource, mutation, args, ...target };
}
