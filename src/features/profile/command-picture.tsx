import type { ReactNode } from 'react';
import type { ProfileChange } from '#contract/resources/me.ts';
import type { OutboxEntry } from '#db/records.ts';
import { OwnAvatar } from '#pictures/own-avatar.tsx';

export function CommandPicture({ entry }: { entry: OutboxEntry }): ReactNode {
  const { image } = entry.args as ProfileChange;
  return image ? <OwnAvatar me={{ name: '', image }} large /> : null;
}
