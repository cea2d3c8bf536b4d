import { loadConfig, StartError } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { givenPath, readArguments, runCommand } from './command.ts';
import { refuseShared } from './configured-store.ts';
import { restoreBackup } from './backups/restore-backup.ts';

const usage = 'Usage: npm run restore -- FILE';

runCommand(async () => {
  const [file, ...rest] = readArguments({}, usage, true).positionals;
  if (file === undefined || rest.length > 0) throw new StartError(usage);
  const config = loadConfig();
  refuseShared(config);
  const { dataDir } = config;
  const { kept, changedKeys } = await restoreBackup(dataDir, givenPath(file), systemClock.now());
  return [
    `${dataDir} is as it was when the backup was made. Devices load everything again by themselves; what waits on them is sent.`,
    ...(kept === null ? [] : [`What was there before: ${kept} (it is kept for a week; delete it earlier when you are sure).`]),
    ...(changedKeys.length === 0 ? [] : [`Other keys than before: ${changedKeys.join(', ')}. If the server runs, start it again.`]),
  ].join('\n');
});
