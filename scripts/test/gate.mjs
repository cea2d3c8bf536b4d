// `npm test`: format, lint, types of the product, build and every test of the gate, with the browser. The last line has the totals.
import { prepare } from './prepare.mjs';
import { close } from './tally.mjs';
import { runVitest } from './vitest.mjs';

const env = await prepare({ isGate: true });
const gate = { TEST_TIER: 'gate' };
runVitest('gate', env ? { env: { ...env, ...gate } } : { env: gate, args: ['--project', '!e2e'] });
close();
