import { playSeeds } from './suite.ts';

playSeeds('participants', 1, 40);
