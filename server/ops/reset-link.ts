import { loadConfig, StartError, type Config } from '../config.ts';
import { readArguments, runCommand } from './command.ts';
import { openConfiguredStore } from './configured-store.ts';
import { makeResetLink } from './accounts/make-reset-link.ts';

const usage =
  'Usage: npm run reset-link -- [--without-second-factor] EMAIL   (prints a link to a new password, for an admin to hand over; the option is for somebody who lost the second factor)';

runCommand(async () => {
  const { positionals, values } = readArguments({ 'without-second-factor': { type: 'boolean' } }, usage, true);
  const [email, ...rest] = positionals;
  if (email === undefined || rest.length > 0) throw new StartError(usage);
  const config = loadConfig();
  const origin = originOf(config);
  // May run while a server does: their writes are serialised.
  const store = await openConfiguredStore(config);
  try {
    return await makeResetLink({
      store,
      email,
      origin,
      now: store.clock.now(),
      withoutSecondFactor: values['without-second-factor'] ?? false,
    });
  } finally {
    await store.close();
  }
});

function originOf({ publicUrl }: Config): string {
  if (!publicUrl) throw new StartError('PUBLIC_URL: has to be given, for the link begins with the address that people reach the server by');
  return publicUrl.origin;
}
