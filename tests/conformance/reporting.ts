import { expect, vi } from 'vitest';
import type { Reportable } from '#contract/rules/reported-content.ts';
import type { Report } from '#contract/resources/reports.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { home, type PersonName } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import type { World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

/** The content of a report without a text. */
export const emptyContent = { title: '', text: '', startDate: null, picture: null };

/** Returns calls that report content, and what the server stores of it, for the world that `current` returns. */
export function reporting(current: () => World) {
  return {
    report(who: PersonName, resource: Reportable, row: { id: string; authorId: number }, own: object = {}) {
      const seen = { ...emptyContent, authorId: row.authorId, text: 'as it was shown' };
      return current().call(who, 'POST', '/api/report', { body: { resource, rowId: row.id, reason: 'insult', seen, event: home, ...own } });
    },

    storedReport: async (id: string) => (await readRow(current().store.reading, 'reports', id)) as unknown as Report,

    async photo(): Promise<{ id: string; authorId: number; url: string }> {
      const { status, body } = await current().call('author', 'POST', '/api/photo', {
        body: { url: samplePicture, description: 'Der See', event: home },
      });
      expect(status).toBe(201);
      return body;
    },

    isPictureStored: (link: string) => storedPictures(current()).has(link),

    /** Resolves when the files are deleted, which happens after the commit. */
    pictureDeleted: (link: string) => vi.waitFor(async () => expect(await storedPictures(current()).has(link)).toBe(false)),
  };
}
