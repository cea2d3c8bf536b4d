// `npm run check`: format, lint and types alone.
import { runChecks } from './checks.mjs';

process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
