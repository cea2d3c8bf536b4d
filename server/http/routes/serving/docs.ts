import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

const description = [
  'The calls of the app. Every write may carry an Idempotency-Key; errors are a code with a sentence in the reader’s language.',
  'A write that is repeated while the first one is still running is answered with 409 `in_progress` and `retryAfter` (seconds): send it again, with the same key, after that time. It is not applied twice.',
].join('\n\n');

/** Describes all routes that are registered after it (OpenAPI 3.1). */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Event Companion', description, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

export async function docsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' };
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      // The only inline style of Swagger UI.
      'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    },
    uiConfig: { validatorUrl: null },
  });
}
