import { createInterface, type Interface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError } from '../config.ts';

/** Asks the operator at the terminal. Without one only a password is read, the first line of standard input. */
export interface Prompt {
  ask(question: string): Promise<string>;
  askHidden(question: string): Promise<string>;
  /** Shows a line that is no question. */
  say(line: string): void;
  /** True if questions can be repeated. */
  readonly isTerminal: boolean;
  close(): void;
}

/** Opens standard input and output; `noTerminalHint` is the error for questions without a terminal. */
export function openPrompt(noTerminalHint: string): Prompt {
  return process.stdin.isTTY ? terminalPrompt(process.stdin, process.stdout) : pipedPrompt(noTerminalHint);
}

/** Opens a prompt that rejects questions with a `StartError` when the input ends. */
export function terminalPrompt(input: Readable, screen: Writable): Prompt {
  let hidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) screen.write(chunk as Buffer);
      done();
    },
  });
  const terminal: Interface = createInterface({ input, output, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  const ended = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => reject(new StartError('The input ended. Nothing was changed.'))),
  );
  ended.catch(() => undefined);
  const answer = (question: string): Promise<string> => Promise.race([ended, terminal.question(question)]);
  return {
    ask: (question) => answer(`${question}: `),
    async askHidden(question) {
      screen.write(`${question}: `);
      hidden = true;
      try {
        return await answer('');
      } finally {
        hidden = false;
        screen.write('\n');
      }
    },
    say: (line) => void screen.write(`${line}\n`),
    isTerminal: true,
    close: () => terminal.close(),
  };
}

function pipedPrompt(noTerminalHint: string): Prompt {
  return {
    ask: () => Promise.reject(new StartError(noTerminalHint)),
    askHidden: async () => (await text(process.stdin)).split(/\r?\n/, 1)[0] as string,
    say: (line) => console.error(line),
    isTerminal: false,
    close: () => undefined,
  };
}
