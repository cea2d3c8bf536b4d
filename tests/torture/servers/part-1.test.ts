import { full } from '#tests/setup/tier.ts';
import { playPart } from './part.ts';
import { kinds } from './rounds.ts';

// The gate plays each sudden fault once; orderly stops have tests of their own.
if (full) playPart(1, 50, kinds);
else playPart(1, 3, ['kill', 'database', 'cut']);
