import { times } from '#contract/times.ts';
import { canonicalEmail } from '#contract/fields.ts';
import { loadConfig, StartError } from '../config.ts';
import { ownersOfEmails } from '../store/accounts/accounts.ts';
import { listSecurityRecords, type SecurityRecord } from '../store/accounts/security-log.ts';
import { readArguments, runCommand } from './command.ts';
import { openConfiguredStore } from './configured-store.ts';

const usage = 'Usage: npm run security-log -- [--days 1] [--email EMAIL]   (prints the latest 10,000 records of the security log)';
const most = 10_000;

runCommand(async () => {
  const { days = '1', email } = readArguments({ days: { type: 'string' }, email: { type: 'string' } } as const, usage).values;
  if (!/^\d{1,2}$/.test(days)) throw new StartError(usage);
  const store = await openConfiguredStore(loadConfig());
  try {
    const userId =
      email === undefined ? undefined : (await ownersOfEmails(store.reading, [canonicalEmail(email)])).get(canonicalEmail(email));
    if (email !== undefined && userId === undefined) throw new StartError(`No account has the address ${email}`);
    const since = store.clock.now() - Number(days) * times.day;
    return textOf(await listSecurityRecords(store.reading, { since, userId, limit: most }));
  } finally {
    await store.close();
  }
});

function textOf(records: readonly SecurityRecord[]): string {
  const lines = records.map(({ at, kind, userId, network, count }) =>
    [new Date(at).toISOString(), kind, `account=${userId ?? '-'}`, `network=${network ?? '-'}`, `count=${count}`].join('\t'),
  );
  return lines.length === 0 ? 'No records' : lines.join('\n');
}
