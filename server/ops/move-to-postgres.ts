import { loadConfig, StartError } from '../config.ts';
import { givenPath, readArguments, runCommand } from './command.ts';
import { moveDataDir } from './sqlite-to-postgres/move-data-dir.ts';

const usage = 'Usage: npm run move-to-postgres -- --from DATA_DIR   (into the database that DATABASE_URL names)';

// Exits through `process.exit`, so that the copy with password hashes is deleted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

runCommand(async () => {
  const { from: given } = readArguments({ from: { type: 'string' } }, usage).values;
  if (given === undefined) throw new StartError(usage);
  const from = givenPath(given);
  const { place, tables, rows, pictures, uploads } = await moveDataDir(from, loadConfig());
  const number = (count: number): string => count.toLocaleString('en');
  return [
    `${from} is in ${place}: ${number(rows)} rows of ${tables} tables, ${number(pictures)} files of pictures and ${number(uploads)} uploads, each read back and compared.`,
    'Start the servers with DATABASE_URL; devices go on where they were. No server starts on the data directory any more; keep it until the database has a backup of its own.',
  ].join('\n');
});
