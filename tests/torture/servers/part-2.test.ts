import { playPart } from './part.ts';

// Only in the full run.
playPart(2, 50);
