import { playSeeds } from './suite.ts';

playSeeds('participants', 41, 80);
