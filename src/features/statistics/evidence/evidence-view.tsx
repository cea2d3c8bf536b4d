import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '#i18n/keys.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useLive, useSyncStatus } from '#sync/react/hooks.tsx';
import { useLeaveWhenDeleted } from '#pictures/use-leave-when-deleted.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const PictureView = lazyComponent(async () => (await import('#pictures/picture-view.tsx')).PictureView, 'over');

/** Shows an own evidence picture in full size, or leaves to the screen below if it does not exist. */
export function EvidenceView({ id }: { id: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(useActiveEvent());
  const { firstLoad } = useSyncStatus();
  const found = useLive(
    async (db) => {
      const proof = await db.mirror('evidence').get(id);
      if (!proof || proof.$gone) return null;
      return { proof, statistic: await db.mirror('statistics').get(proof.statisticId) };
    },
    [id],
  );
  useLeaveWhenDeleted(found === null && !firstLoad);
  if (!found) return null;
  const name = found.statistic ? textOf(t, found.statistic.nameI18N, found.statistic.nameI18N) : '';
  const words = `${t('statistic.evidence_picture', { name })}, ${formats.dateTime(found.proof.createdAt)}`;
  return <PictureView id={id} name={found.proof.url} words={words} />;
}
