import type { TFunction } from 'i18next';
import { codesFile, codesSheet } from '#contract/rules/codes-sheet.ts';
import { saveFile } from '#ui/actions/save-file.ts';
import { toast } from '#ui/overlays/toasts.ts';
import type { CodeItem } from './use-admin-codes.ts';

/** Saves all codes of an event on this device as a spreadsheet, and reports success or failure by a toast. */
export async function exportCodes(t: TFunction, eventId: number, items: readonly CodeItem[]): Promise<void> {
  const words = {
    code: t('event_codes.sheet.code'),
    used: t('event_codes.sheet.used'),
    reusable: t('event_codes.sheet.reusable'),
    user: t('event_codes.sheet.user'),
    yes: t('event_codes.sheet.yes'),
    no: t('event_codes.sheet.no'),
  };
  const listed = items.map(({ row: { usedBy: _usedBy, turnedAway: _turnedAway, ...code }, email }) => ({
    ...code,
    user: email === null ? null : { email },
  }));
  try {
    const { spreadsheet } = await import('./spreadsheet.ts');
    saveFile(codesFile(eventId), await spreadsheet(words.code, codesSheet(listed, words)));
    toast(t('event_codes.export_success'));
  } catch {
    toast(t('event_codes.export_failed'), 'error');
  }
}
