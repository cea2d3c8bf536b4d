// `npm test`: format, lint, types, build and every test of the gate, the browser's included. Its last line is the sum of them all.
import { prepare } from './prepare.mjs';
import { close } from './tally.mjs';
import { runVitest } from './vitest.mjs';

const env = await prepare();
runVitest('gate', env ? { env } : { args: ['--project', '!e2e'] });
close();
