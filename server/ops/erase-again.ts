import { erasePerson } from '../services/accounts/erase-person.ts';
import { erasuresIn } from '../store/files/erasures-in.ts';
import { readAccount } from '../store/accounts/accounts.ts';
import { insertErasure } from '../store/accounts/erase.ts';
import { asFound, openStore } from '../store/store.ts';

/**
 * Repeats erasures made since the backup, which are stored in `live`, before the backup goes live. Returns the links of pictures not to restore.
 */
export async function eraseAgain(stage: string, live: string): Promise<string[]> {
  const left = await erasuresIn(live);
  const store = await openStore({ path: stage });
  try {
    const links: string[] = [];
    for (const erasure of left) {
      const gone = await store.write(asFound(), async (trx) => {
        if (await readAccount(trx, erasure.userId)) return (await erasePerson(trx, erasure)).pictures;
        await insertErasure(trx, erasure);
        return [];
      });
      links.push(...gone);
    }
    return links;
  } finally {
    await store.close();
  }
}
