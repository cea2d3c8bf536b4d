import { playPart } from './part.ts';

playPart(1, 50);
