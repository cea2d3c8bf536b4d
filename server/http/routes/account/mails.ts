import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { Refusal } from '#contract/errors.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { Message } from '#server/mail/message.ts';
import { escaped } from '#server/mail/render-mail.ts';
import { isLocal } from '../serving/monitoring.ts';

export const mailsPath = '/api/mails';

/** The unsent mails of the demo, for callers on this machine only; all others get 404. */
export async function mailRoutes(instance: FastifyInstance, { mail: { delivery, mailbox } }: { mail: Mail }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.addHook('onClose', () => delivery.stop());
  if (!mailbox) return;

  app.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw new Refusal('not_found');
  });

  app.get(mailsPath, { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
    const rows = mailbox.list().map((mail) => `<li><a href="${mailsPath}/${mail.id}">${headOf(mail)}</a></li>`);
    return sendPage(reply, 'Mails', rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>None since the server was started.</p>');
  });

  app.get(
    `${mailsPath}/:id`,
    { config: { access: 'anyone' }, schema: { hide: true, params: z.object({ id: z.string() }) } },
    (request, reply) => {
      const found = mailbox.find(request.params.id);
      if (!found) throw new Refusal('not_found');
      return sendPage(
        reply,
        found.subject,
        `<p>${headOf(found)}</p><pre>${linked(found.text)}</pre><p><a href="${mailsPath}">All mails</a></p>`,
      );
    },
  );
}

const headOf = ({ createdAt, to, subject }: Message): string =>
  escaped(`${new Date(createdAt).toISOString()} – ${to.address} – ${subject}`);

const linked = (text: string): string => escaped(text).replaceAll(/^https?:\S+$/gm, (link) => `<a href="${link}">${link}</a>`);

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`;
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head>${head}</head><body><h1>${escaped(title)}</h1>${body}</body></html>`);
}
