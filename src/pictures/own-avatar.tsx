import type { ReactNode } from 'react';
import type { Me } from '#contract/resources/me.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { useWaitingPicture } from './use-picture.ts';

/** Used until the mirror has the signed-in user. */
export const placeholderPerson = { name: '', image: null };

/** The picture of the signed-in user, also while it is pending. */
export function OwnAvatar({ me, large = false }: { me: Pick<Me, 'name' | 'image'>; large?: boolean }): ReactNode {
  const [waits, url] = useWaitingPicture(me.image);
  return <Avatar name={me.name} image={waits ? (url ?? null) : me.image} large={large} />;
}
