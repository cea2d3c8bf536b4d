import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { StartError } from '../config.ts';

/** Runs an operator's command and prints its result. A `StartError` is printed as one line, other errors in full. */
export function runCommand(work: () => Promise<string>): void {
  // Created files contain password hashes and keys.
  process.umask(0o077);
  work().then(
    (message) => console.log(message),
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exitCode = 1;
    },
  );
}

/** Parses the arguments. Throws a `StartError` with the usage if they are wrong. */
export function readArguments<Options extends ParseArgsOptionsConfig>(options: Options, usage: string, allowPositionals = false) {
  try {
    return parseArgs({ options, allowPositionals, strict: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}\n${usage}`);
  }
}

/** Resolves a path in the operator's directory: npm runs scripts in the project's and stores theirs in `INIT_CWD`. */
export function givenPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}
