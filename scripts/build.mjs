// `npm run build` builds the app; with --if-changed only if its sources have changed since the last build.
import { buildApp } from './build/app.ts';

const force = !process.argv.includes('--if-changed');
try {
  buildApp({ force });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
