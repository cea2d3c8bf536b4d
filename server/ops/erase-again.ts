import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { erasePerson } from '../services/people/erase-person.ts';
import { type Erasure, insertErasure, readErasures } from '../store/people/erase.ts';
import { openStore } from '../store/engine/store.ts';

/**
 * Whoever left for good after a backup was made leaves it too, before it goes live: `live` knows who they are. Gives the links of pictures that
 * are not to be restored.
 */
export async function eraseAgain(stage: string, live: string): Promise<string[]> {
  const left = await leftFrom(live);
  const store = await openStore({ path: stage });
  try {
    const links: string[] = [];
    for (const erasure of left) {
      await store.db.transaction().execute(async (trx) => {
        const isThere = await trx.selectFrom('users').select('id').where('id', '=', erasure.userId).executeTakeFirst();
        if (isThere) links.push(...(await erasePerson(trx, erasure)).pictures);
        else await insertErasure(trx, erasure);
      });
    }
    return links;
  } finally {
    await store.close();
  }
}

/** Nobody, where there is no database yet, or one that is too old or too damaged to say. */
async function leftFrom(live: string): Promise<Erasure[]> {
  if (!existsSync(live) || !knowsErasures(live)) return [];
  const store = await openStore({ path: live });
  try {
    return await readErasures(store.db);
  } finally {
    await store.close();
  }
}

function knowsErasures(live: string): boolean {
  const database = new DatabaseSync(live, { readOnly: true });
  try {
    return database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'erasures'").get() !== undefined;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
