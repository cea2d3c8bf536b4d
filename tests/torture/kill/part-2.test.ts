import { killPart } from './part.ts';

killPart(2);
