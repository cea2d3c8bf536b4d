import { type ModuleRow, moduleRowId } from '#contract/resources/modules.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';
import { moduleReader } from './composed-rows.ts';
import type { RowStore } from './row-store.ts';

const rejectRowWrite = () => Promise.reject(new TypeError('modules are created and deleted with their event'));

/** The modules of an event. Updates cover the switches of a module and of its optional menu entries. */
export const moduleStore: RowStore = {
  ...moduleReader,
  idsWhere: rejectRowWrite,
  insert: (_trx, rows) => (rows.length === 0 ? Promise.resolve() : rejectRowWrite()),
  remove: (_trx, ids) => (ids.length === 0 ? Promise.resolve() : rejectRowWrite()),
  async update(trx, rows) {
    for (const { eventId, moduleId, version, isActive, menu_entries } of rows as ModuleRow[]) {
      const active = menu_entries.filter((entry) => entry.optional && entry.isActive).map(({ navigationPath }) => navigationPath);
      await sqlOf(trx)
        .updateTable('event_modules')
        .set({ version, is_active: isActive ? 1 : 0, active_menu_entries: JSON.stringify(active) })
        .where('event_id', '=', eventId)
        .where('module_id', '=', moduleId)
        .execute();
    }
  },
};

/** Returns whether the event has turned a module off; a module without a row is on. */
export async function isModuleOff(db: ReadHandle, eventId: number, moduleId: number): Promise<boolean> {
  const id = moduleRowId(eventId, moduleId);
  return ((await moduleReader.load(db, [id])).get(id) as ModuleRow | undefined)?.isActive === false;
}
