import type { ReactNode } from 'react';
import type { CommandOn } from '#feature-kit/command-presenter.ts';
import { OwnAvatar } from '#pictures/own-avatar.tsx';

export function CommandPicture({ entry }: { entry: CommandOn<'me'> }): ReactNode {
  const { image } = entry.args;
  return image ? <OwnAvatar me={{ name: '', image }} large /> : null;
}
