import { relative } from 'node:path';
import { loadConfig, StartError } from '../config.ts';
import { givenPath, readArguments, runCommand } from './command.ts';
import { refuseShared } from './configured-store.ts';
import { writeBackup } from './backups/write-backup.ts';

const usage = 'Usage: npm run backup -- --out FILE';

runCommand(async () => {
  const { out: given } = readArguments({ out: { type: 'string' } }, usage).values;
  if (given === undefined) throw new StartError(usage);
  const config = loadConfig();
  refuseShared(config);
  const { dataDir } = config;
  const out = givenPath(given);
  if (!relative(dataDir, out).startsWith('..')) {
    throw new StartError(`${out} lies in the data directory – what loses the one loses the other; choose another place`);
  }
  const { bytes, files } = await writeBackup(dataDir, out);
  return `${out}: ${(bytes / 1_000_000).toFixed(1)} MB, the database and ${files} files, checked. It holds password hashes and keys: keep it safe.`;
});
