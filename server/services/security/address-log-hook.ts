import type { Me } from '#contract/resources/me.ts';
import type { BeforeCommit } from '../commands/hooks.ts';
import type { SecurityLog } from './security-log.ts';

export const addressLogHook =
  (securityLog: Pick<SecurityLog, 'note'>): BeforeCommit =>
  (_trx, changes) => {
    const moved = changes
      .filter(({ resource }) => resource === 'me')
      .map(({ rowBefore, rowAfter }) => ({ before: rowBefore as Me | null, after: rowAfter as Me | null }))
      .flatMap(({ before, after }) => (before && after && before.email !== after.email ? after.id : []));
    const note = (): void => moved.forEach((userId) => securityLog.note({ kind: 'address_changed', userId }));
    return Promise.resolve(moved.length > 0 ? note : null);
  };
