import type { OutboxEntry } from '#db/records.ts';

/** The parts of a command that a contract version defines. */
export type CommandForm = Pick<OutboxEntry, 'resource' | 'mutation' | 'args'>;

/** Converts a command to the contract `to`, and returns unaffected ones unchanged. Pure. */
export interface Migration {
  readonly to: number;
  readonly migrate: (command: CommandForm) => CommandForm;
}

/**
 * In the order of the contracts. A contract that changes the form of a command adds its migration here. A device may come from any earlier
 * contract.
 */
export const migrations: readonly Migration[] = [];
