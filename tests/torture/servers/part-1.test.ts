import { inTier } from '../../setup/tier.ts';
import { playPart } from './part.ts';

// The gate plays each kind of round once.
playPart(1, inTier({ gate: 5, full: 50 }));
