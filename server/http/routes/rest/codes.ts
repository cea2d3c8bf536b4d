import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { codesFile, codesSheet, type SheetWords } from '#contract/rules/codes-sheet.ts';
import { languages } from '#contract/languages.ts';
import { languageOf } from '#server/http/error-reply.ts';
import { callerOf } from '#server/http/hooks/access.ts';
import type { Deps } from '#server/http/deps.ts';
import { withTotalHeader } from '../serving/headers.ts';
import { createExcelFile, createWorkbook } from 'excel-builder-vanilla';

const params = z.object({ id: z.coerce.number().int().positive() });

const sheetWords = Object.fromEntries(
  languages.map((language) => {
    const file = new URL(`../../../../public/locales/${language}/common.json`, import.meta.url);
    return [language, (JSON.parse(readFileSync(file, 'utf8')) as { event_codes: { sheet: SheetWords } }).event_codes.sheet];
  }),
) as Record<(typeof languages)[number], SheetWords>;

export async function codeRoutes(instance: FastifyInstance, { codeQueries }: Pick<Deps, 'codeQueries'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'event-admin' } as const;

  app.get(
    '/api/event/:id/code',
    { config, schema: { tags: ['codes'], summary: 'List the codes of an event and the users of one-time codes', params } },
    async (request, reply) => withTotalHeader(reply, await codeQueries.ofEvent(callerOf(request), request.params.id)),
  );
  app.get(
    '/api/event/:id/code/excel',
    { config, schema: { tags: ['codes'], summary: 'Download the codes of an event as a spreadsheet', params } },
    async (request, reply) => {
      const { id } = request.params;
      const words = sheetWords[languageOf(request)];
      const file = await spreadsheet(words.code, codesSheet((await codeQueries.ofEvent(callerOf(request), id)).items, words));
      reply.header('content-disposition', `attachment; filename="${codesFile(id)}"`);
      return reply.type(spreadsheetType).send(Buffer.from(file));
    },
  );
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function spreadsheet(name: string, rows: string[][]): Promise<Uint8Array> {
  const workbook = createWorkbook();
  const sheet = workbook.createWorksheet({ name });
  sheet.setData(rows);
  sheet.setColumns((rows[0] ?? []).map(() => ({ width: 28 })));
  workbook.addWorksheet(sheet);
  // Not compressed, because the library would start its own thread for it.
  return createExcelFile(workbook, 'Uint8Array', { zipOptions: { level: 0 } });
}
