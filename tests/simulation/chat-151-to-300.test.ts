import { playSeeds } from './suite.ts';

playSeeds('chat', 151, 300);
