import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { siteSettings } from '#contract/endpoints/core.ts';
import type { Config } from '#server/config.ts';

export async function siteRoutes(instance: FastifyInstance, { config }: { config: Pick<Config, 'site'> }): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    siteSettings.path,
    {
      config: { access: siteSettings.access },
      schema: { tags: ['site'], summary: 'Operator and settings of this server', response: { 200: siteSettings.answer } },
    },
    () => config.site,
  );
}
