import { fuzzRoutes, routesOfApp } from './play.ts';

fuzzRoutes(['GET'], await routesOfApp());
