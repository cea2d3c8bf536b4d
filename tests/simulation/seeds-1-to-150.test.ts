import { playSeeds } from './suite.ts';

playSeeds(1, 150);
