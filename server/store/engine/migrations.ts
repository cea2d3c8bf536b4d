import type { Migration } from 'kysely/migration';
import { core } from '../migrations/001-core.ts';
import { sessions } from '../migrations/002-sessions.ts';
import { notifications } from '../migrations/003-notifications.ts';
import { organisersMenu } from '../migrations/004-organisers-menu.ts';
import { push } from '../migrations/005-push.ts';
import { photos } from '../migrations/010-photos.ts';
import { codes } from '../migrations/020-codes.ts';
import { share } from '../migrations/021-share.ts';
import { faq } from '../migrations/022-faq.ts';
import { profile } from '../migrations/023-profile.ts';
import { pushNews } from '../migrations/024-push-news.ts';
import { erasures } from '../migrations/025-erasures.ts';
import { meetups } from '../migrations/030-meetups.ts';
import { participants } from '../migrations/031-participants.ts';
import { statistics } from '../migrations/032-statistics.ts';
import { feedback } from '../migrations/033-feedback.ts';
import { evidence } from '../migrations/034-evidence.ts';
import { pushHistory } from '../migrations/036-push-history.ts';
import { pushReceivers } from '../migrations/035-push-receivers.ts';

/** Run in the order of their names; one that was released is never changed. */
export const migrations: Record<string, Migration> = {
  '001-core': core,
  '002-sessions': sessions,
  '003-notifications': notifications,
  '004-organisers-menu': organisersMenu,
  '005-push': push,
  '010-photos': photos,
  '020-codes': codes,
  '021-share': share,
  '022-faq': faq,
  '023-profile': profile,
  '024-push-news': pushNews,
  '025-erasures': erasures,
  '030-meetups': meetups,
  '031-participants': participants,
  '032-statistics': statistics,
  '033-feedback': feedback,
  '034-evidence': evidence,
  '035-push-receivers': pushReceivers,
  '036-push-history': pushHistory,
};
