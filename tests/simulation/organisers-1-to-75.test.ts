import { playSeeds } from './suite.ts';

playSeeds('organisers', 1, 75);
