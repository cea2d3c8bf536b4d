import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { olderRows, rowsById, windowSearch } from '#contract/endpoints/windows.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';

const params = z.object({ event: z.coerce.number().int().positive() });

const tags = ['sync'];

const numberOf = (numeral: string | undefined): number | undefined => (numeral === undefined ? undefined : Number(numeral));

/** Rows of a big event outside of the windows of devices. */
export async function windowRoutes(instance: FastifyInstance, { windowQueries }: Pick<Deps, 'windowQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  // Rows are validated when they are written.
  app.setSerializerCompiler(() => JSON.stringify);
  app.get(
    olderRows.path,
    {
      config: { access: olderRows.access },
      schema: { tags, summary: 'Page of a list', params, querystring: olderRows.query!, response: { 200: olderRows.answer } },
    },
    (request) => {
      const { list, page, below } = request.query;
      return windowQueries.older(callerOf(request), request.params.event, { list, page: numberOf(page), below: numberOf(below) });
    },
  );
  app.get(
    rowsById.path,
    {
      config: { access: rowsById.access },
      schema: { tags, summary: 'Rows by id', params, querystring: rowsById.query!, response: { 200: rowsById.answer } },
    },
    (request) => {
      const { resource, ids } = request.query;
      return windowQueries.rows(callerOf(request), request.params.event, resource, ids.split(','));
    },
  );
  app.get(
    windowSearch.path,
    {
      config: { access: windowSearch.access },
      schema: { tags, summary: 'Rows with a text', params, querystring: windowSearch.query!, response: { 200: windowSearch.answer } },
    },
    (request) => {
      const { list, text, below } = request.query;
      return windowQueries.search(callerOf(request), request.params.event, { list, text, below: numberOf(below) });
    },
  );
}
