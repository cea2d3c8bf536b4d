import { canonicalEmail } from '#contract/fields.ts';
import { join } from 'node:path';
import * as z from 'zod';
import { limits } from '#contract/limits.ts';
import { type Config, StartError } from '#server/config.ts';
import { hashPassword } from '#server/services/auth/password/passwords.ts';
import { databaseName } from '#server/lib/files/state-files.ts';
import { findAccount, hasAccounts } from '#server/store/accounts/accounts.ts';
import { appointAdmin } from './appoint-admin.ts';
import { nameOf, openConfiguredStore } from '../configured-store.ts';
import type { Prompt } from '../prompt.ts';
import { type PasswordWeakness, weaknessesOf } from '#contract/rules/new-password.ts';
import { isCommonPassword } from '#server/services/auth/password/common-passwords.ts';

const emailField = z.email('That is no email address').max(limits.emailLength, 'That email address is too long');
const nameField = z.string().min(1, 'The name is empty').max(limits.titleLength, 'The name is too long');

interface Given {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** True if an existing account with this address is meant. */
  readonly existing?: boolean | undefined;
}

/** Creates a global admin or an event admin, and returns a sentence about it. Throws a `StartError`. */
export async function createAdmin(
  config: Pick<Config, 'dataDir' | 'database'>,
  given: Given,
  eventId: number | null,
  prompt: Prompt,
): Promise<string> {
  const email = checked(emailField, canonicalEmail(given.email ?? (await prompt.ask('Email'))));
  const place = config.database ? nameOf(config.database.url) : join(config.dataDir, databaseName);
  const store = await openConfiguredStore(config);
  try {
    if (!(await hasAccounts(store.reading)))
      prompt.say(
        `The database ${place} is new: it has no accounts. If your server uses another one, set its DATA_DIR or DATABASE_URL here too.`,
      );
    const known = await findAccount(store.reading, email);
    if (known && !given.existing) await askWhetherKnown(email, prompt);
    const account = known ? null : await newAccount(given.name, prompt);
    await appointAdmin(store, { email, account, eventId, now: store.clock.now() });
    const office = eventId === null ? 'a global admin' : `admin of event ${eventId}`;
    return `${email} is ${office} now${known ? '; the account was there already and keeps its name and password' : ''}. Database: ${place}`;
  } finally {
    await store.close();
  }
}

/** Asks if the existing account is the right one: its address may be unproved, so a stranger could have registered it. */
async function askWhetherKnown(email: string, prompt: Prompt): Promise<void> {
  const there = `${email} has an account already, and anybody may have made it with that address`;
  if (!prompt.isTerminal) throw new StartError(`${there}. If it is theirs, say so with --existing`);
  if ((await prompt.ask(`${there}. Is it theirs? (yes/no)`)).trim().toLowerCase() !== 'yes') throw new StartError('Nothing was changed');
}

async function newAccount(givenName: string | undefined, prompt: Prompt): Promise<{ name: string; passwordHash: string }> {
  const name = checked(nameField, (givenName ?? (await prompt.ask('Name'))).trim());
  return { name, passwordHash: await hashPassword(await newPassword(prompt)) };
}

async function newPassword(prompt: Prompt): Promise<string> {
  for (;;) {
    const password = await prompt.askHidden('Password');
    const problem = weaknessOf(password) ?? (await differsAgain(password, prompt));
    if (problem === null) return password;
    if (!prompt.isTerminal) throw new StartError(problem);
    prompt.say(`${problem}. Try again.`);
  }
}

async function differsAgain(password: string, prompt: Prompt): Promise<string | null> {
  return prompt.isTerminal && (await prompt.askHidden('Password again')) !== password ? 'The two passwords differ' : null;
}

export function checked<T>(field: z.ZodType<T>, value: string): T {
  const parsed = field.safeParse(value);
  if (!parsed.success) throw new StartError(parsed.error.issues[0]?.message ?? 'That does not fit');
  return parsed.data;
}

const kinds: Partial<Record<PasswordWeakness, string>> = {
  no_uppercase: 'an uppercase letter',
  no_lowercase: 'a lowercase letter',
  no_digit: 'a digit',
};

/** Returns the weakness of a new password as a sentence for the operator, or null. */
export function weaknessOf(password: string): string | null {
  const weaknesses = weaknessesOf(password);
  if (weaknesses.includes('too_short')) return `The password needs at least ${limits.passwordMinLength} characters`;
  if (weaknesses.includes('too_long')) return `The password may have at most ${limits.passwordMaxLength} characters`;
  if (weaknesses.length > 0) return `The password needs ${weaknesses.map((weakness) => kinds[weakness]).join(' and ')}`;
  return isCommonPassword(password) ? 'The password is one of those that are guessed first' : null;
}
