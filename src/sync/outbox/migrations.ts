import type { OutboxEntry } from '../../db/records.ts';

/** What a contract has a say in. */
export type CommandForm = Pick<OutboxEntry, 'resource' | 'mutation' | 'args'>;

/** How a command of the contract before reads under the contract `to`; what it has nothing to say about it gives back as it is. Pure. */
export interface Migration {
  readonly to: number;
  readonly migrate: (command: CommandForm) => CommandForm;
}

/** In the order of the contracts. A contract that changes what a command says adds its step here; devices may come from any one before. */
export const migrations: readonly Migration[] = [];
