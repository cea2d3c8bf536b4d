import * as z from 'zod';
import { loadConfig } from '../config.ts';
import { checked, createAdmin } from './accounts/admin-account.ts';
import { readArguments, runCommand } from './command.ts';
import { openPrompt } from './prompt.ts';

const usage =
  'Usage: npm run create-admin -- [--email EMAIL] [--name NAME] [--event-admin-of EVENT_ID] [--existing]   (the password is asked for, or read from standard input)';

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
    return await createAdmin(loadConfig(), given, event === undefined ? null : checked(eventField, event), prompt);
  } finally {
    prompt.close();
  }
});
