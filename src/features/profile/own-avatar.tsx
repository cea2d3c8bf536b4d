import type { ReactNode } from 'react';
import type { Me } from '../../../contract/resources/me.ts';
import { waitingBytesOf } from '../../../contract/pictures.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts';

/** Before the mirror knows who is here. */
export const nobody = { name: '', image: null };

/** One's own picture, also while it waits on this device to be sent. */
export function OwnAvatar({ me, large = false }: { me: Pick<Me, 'name' | 'image'>; large?: boolean }): ReactNode {
  const id = waitingBytesOf(me.image);
  const stored = useLive((db) => (id === null ? undefined : db.blobs.get(id)), [id]);
  const waiting = useObjectUrl(stored?.bytes, stored?.type);
  const image = id === null ? me.image : (waiting ?? null);
  return <Avatar name={me.name} image={image} large={large} />;
}
