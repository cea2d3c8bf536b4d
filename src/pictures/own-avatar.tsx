import type { ReactNode } from 'react';
import type { Me } from '../../contract/resources/me.ts';
import { Avatar } from '../ui/people/avatar.tsx';
import { useWaitingPicture } from './use-picture.ts';

/** Before the mirror knows who is here. */
export const nobody = { name: '', image: null };

/** One's own picture, also while it waits on this device to be sent. */
export function OwnAvatar({ me, large = false }: { me: Pick<Me, 'name' | 'image'>; large?: boolean }): ReactNode {
  const [waits, url] = useWaitingPicture(me.image);
  return <Avatar name={me.name} image={waits ? (url ?? null) : me.image} large={large} />;
}
