import { playSeeds } from './suite.ts';

playSeeds(151, 300);
