import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { openDraft } from '#sync/engine/drafts.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { newDraft } from '#ui/forms/row-form.ts';
import { valuesOf } from './schedule-form.ts';

/** Stores the values of an entry as the draft of a new one in `timeZone` (IANA name). Returns false if a draft exists, which is kept. */
export async function draftCopy(client: SyncClient, row: ScheduleEntry, draftId: string, timeZone: string): Promise<boolean> {
  const draft = openDraft(client, draftId);
  try {
    if ((await draft.read()) !== '') return false;
    draft.write(newDraft(valuesOf(row, timeZone)));
    return true;
  } finally {
    await draft.close();
  }
}
