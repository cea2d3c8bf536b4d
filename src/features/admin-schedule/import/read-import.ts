import type { EventRow } from '#contract/resources/events.ts';
import { clock } from '#i18n/clock.ts';
import { calendarLines, windowOf } from './calendar-lines.ts';
import { decoded } from './decode.ts';
import { type Imported, importBytes, ImportRefused } from './imported.ts';
import { readCalendar } from './read-calendar.ts';

/** Reads a table or a calendar on this device. Rejects with `ImportRefused`. */
export async function readImport(source: Blob | string, event: EventRow, stopped?: AbortSignal): Promise<Imported> {
  if ((typeof source === 'string' ? source.length : source.size) > importBytes) throw new ImportRefused('too_large');
  const text = typeof source === 'string' ? source : decoded(new Uint8Array(await source.arrayBuffer()));
  if (text.trim() === '') throw new ImportRefused('empty');
  const { timeZone } = event;
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) {
    const options = { ...windowOf(event), now: clock.now(), timeZone };
    return calendarLines(await readCalendar({ text, options }, { time: 10_000, stopped }), timeZone);
  }
  const { readTable } = await import('./read-table.ts');
  return readTable(text, timeZone);
}
