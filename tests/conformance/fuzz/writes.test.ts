import { fuzzRoutes, routesOfApp } from './play.ts';

fuzzRoutes(['POST', 'PUT', 'PATCH', 'DELETE'], await routesOfApp());
