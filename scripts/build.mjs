// `npm run build` builds the app; with --if-changed only when its sources are others than at the last build.
import { buildApp } from './build/app.ts';

const force = !process.argv.includes('--if-changed');
try {
  buildApp({ force });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
