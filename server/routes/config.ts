import type { FastifyInstance } from 'fastify';
import { serverConfig } from '../../contract/endpoints.ts';
import type { Deps } from '../deps.ts';

/** What the operator has set up and the app shows. */
export async function configRoutes(app: FastifyInstance, { config: { donationUrl } }: Pick<Deps, 'config'>): Promise<void> {
  const schema = { tags: ['config'], summary: 'What the operator has set up', response: { 200: serverConfig.answer } };
  app.get(serverConfig.path, { config: { access: serverConfig.access }, schema }, () => ({ donationUrl }));
}
