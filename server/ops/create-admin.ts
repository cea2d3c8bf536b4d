import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { loadConfig, StartError } from '../config.ts';
import { hashPassword } from '../services/auth/password/passwords.ts';
import { findAccount } from '../store/people/accounts.ts';
import { appointAdmin } from './appoint-admin.ts';
import { readArguments, runCommand } from './command.ts';
import { openConfiguredStore } from './configured-store.ts';
import { weaknessOf } from './new-password.ts';
import { openPrompt, type Prompt } from './prompt.ts';

const usage =
  'Usage: npm run create-admin -- [--email EMAIL] [--name NAME] [--event-admin-of EVENT_ID] [--existing]   (the password is asked for, or read from standard input)';

const emailField = z.email('That is no email address').max(limits.emailLength, 'That email address is too long');
const nameField = z.string().min(1, 'The name is empty').max(limits.titleLength, 'The name is too long');
const eventField = z.coerce.number('--event-admin-of takes the number of an event').int().positive();

runCommand(async () => {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    'event-admin-of': { type: 'string' },
    existing: { type: 'boolean' },
  } as const;
  const given = readArguments(options, usage).values;
  const prompt = openPrompt(`Without a terminal --email and --name have to be given.\n${usage}`);
  try {
    const event = given['event-admin-of'];
    return await createAdmin(given, event === undefined ? null : checked(eventField, event), prompt);
  } finally {
    prompt.close();
  }
});

interface Given {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** An account of that address that is there already is the one that is meant. */
  readonly existing?: boolean | undefined;
}

async function createAdmin(given: Given, eventId: number | null, prompt: Prompt) {
  const email = checked(emailField, (given.email ?? (await prompt.ask('Email'))).trim().toLowerCase());
  const store = await openConfiguredStore(loadConfig());
  try {
    const known = await findAccount(store.reading, email);
    if (known && !given.existing) await askWhetherKnown(email, prompt);
    const account = known ? null : await newAccount(given.name, prompt);
    await appointAdmin(store, { email, account, eventId, now: store.clock.now() });
    const office = eventId === null ? 'a global admin' : `admin of event ${eventId}`;
    return `${email} is ${office} now${known ? '; the account was there already and keeps its name and password' : ''}.`;
  } finally {
    await store.close();
  }
}

/** Nobody has proved that an address is theirs: whoever registered with it first would get the office. */
async function askWhetherKnown(email: string, prompt: Prompt): Promise<void> {
  const there = `${email} has an account already, and anybody may have made it with that address`;
  if (!process.stdin.isTTY) throw new StartError(`${there}. If it is theirs, say so with --existing`);
  if ((await prompt.ask(`${there}. Is it theirs? (yes/no)`)).trim().toLowerCase() !== 'yes') throw new StartError('Nothing was changed');
}

async function newAccount(givenName: string | undefined, prompt: Prompt) {
  const name = checked(nameField, (givenName ?? (await prompt.ask('Name'))).trim());
  const password = await prompt.askHidden('Password');
  const weakness = weaknessOf(password);
  if (weakness !== null) throw new StartError(weakness);
  if (process.stdin.isTTY && (await prompt.askHidden('Password again')) !== password) throw new StartError('The two passwords differ');
  return { name, passwordHash: await hashPassword(password) };
}

function checked<T>(field: z.ZodType<T>, value: string): T {
  const parsed = field.safeParse(value);
  if (!parsed.success) throw new StartError(parsed.error.issues[0]?.message ?? usage);
  return parsed.data;
}
