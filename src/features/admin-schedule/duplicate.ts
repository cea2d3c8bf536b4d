import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import { openDraft } from '../../sync/engine/drafts.ts';
import type { SyncClient } from '../../sync/engine/client.ts';
import { newDraft } from '../../ui/forms/row-form.ts';
import { valuesOf } from './schedule-form.ts';

/**
 * Makes an entry's values the draft of a new one; `draftId` is that of its form, `timeZone` the event's (IANA name). False where there is an
 * unfinished one already, which stays.
 */
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
