import { playSeeds } from './suite.ts';

playSeeds('chat', 1, 150);
