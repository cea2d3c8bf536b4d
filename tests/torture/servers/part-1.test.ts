import { full } from '../../setup/tier.ts';
import { playPart } from './part.ts';
import { kinds } from './rounds.ts';

// The gate plays what is sudden, once each: how a server leaves has tests of its own.
if (full) playPart(1, 50, kinds);
else playPart(1, 3, ['kill', 'database', 'cut']);
