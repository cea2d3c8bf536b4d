import { playPart } from './part.ts';

playPart(2, 50);
