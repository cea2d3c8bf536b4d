import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { StartError } from '../config.ts';

/** Runs an operator's command: what it answers is printed, a `StartError` ends it with one line, anything else with all that is known. */
export function runCommand(work: () => Promise<string>): void {
  // What is written holds password hashes and keys.
  process.umask(0o077);
  work().then(
    (message) => console.log(message),
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exitCode = 1;
    },
  );
}

/** The arguments of a command; a `StartError` with its usage where they are wrong. */
export function readArguments<Options extends ParseArgsOptionsConfig>(options: Options, usage: string, allowPositionals = false) {
  try {
    return parseArgs({ options, allowPositionals, strict: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}\n${usage}`);
  }
}

/** A path as the operator means it: npm runs scripts in the project's own directory and keeps theirs in `INIT_CWD`. */
export function givenPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}
