import { playSeeds } from './suite.ts';

playSeeds('organisers', 76, 150);
