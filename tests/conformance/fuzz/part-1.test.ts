import { fuzzPart } from './play.ts';

await fuzzPart(0);
