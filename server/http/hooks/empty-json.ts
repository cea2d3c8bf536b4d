import type { FastifyInstance } from 'fastify';

/** JSON is the only body there is, but for pieces of pictures, whose routes say so. None at all is fine where a call needs none, whatever its content type says. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
