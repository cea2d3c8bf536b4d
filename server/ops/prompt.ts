import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError } from '../config.ts';

/** Asks the operator at the terminal; without one, only a password can be had, as the first line of standard input. */
export interface Prompt {
  ask(question: string): Promise<string>;
  /** Nothing of what is typed is shown. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

/** Standard input and output; `whatElse` tells how to do without questions. */
export function openPrompt(whatElse: string): Prompt {
  if (!process.stdin.isTTY) return pipedPrompt(whatElse);
  let hidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stdout.write(chunk as Buffer);
      done();
    },
  });
  const terminal: Interface = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  return {
    ask: (question) => terminal.question(`${question}: `),
    async askHidden(question) {
      process.stdout.write(`${question}: `);
      hidden = true;
      try {
        return await terminal.question('');
      } finally {
        hidden = false;
        process.stdout.write('\n');
      }
    },
    close: () => terminal.close(),
  };
}

function pipedPrompt(whatElse: string): Prompt {
  return {
    ask: () => Promise.reject(new StartError(whatElse)),
    askHidden: async () => (await text(process.stdin)).split(/\r?\n/, 1)[0] as string,
    close: () => undefined,
  };
}
