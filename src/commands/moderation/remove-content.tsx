import type { TFunction } from 'i18next';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentCount, removeContent } from '#contract/endpoints/admin-users.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { callProblem, removalTimeout } from '#feature-kit/call-problem.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { useQuery } from '#feature-kit/use-query.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';

interface RemoveContentProps {
  person: Participant;
  onRemoved?: () => void;
}

/** Deletes all content of one person in the event, after a question with its count. Needs the network. */
export function useRemoveContent({ person, onRemoved }: RemoveContentProps): { busy: boolean; ask: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const client = useSync();
  const { busy, refused, send } = useCall();
  const [asking, setAsking] = useState(false);
  const name = personName(t, person);
  const remove = async (): Promise<void> => {
    setAsking(false);
    if (!(await send(removeContent, { id: person.eventId, userId: person.userId }, undefined, removalTimeout))) return;
    toast(t('removal.deleted', { name }));
    onRemoved?.();
    const engine = await client.engine();
    await engine.pull();
  };
  const question = (
    <>
      <FormError error={refused && callProblem(t, refused, t('sync.server_failed_now'), t('removal.no_network'))} />
      {asking && <Question person={person} name={name} onConfirm={() => void remove()} onCancel={() => setAsking(false)} />}
    </>
  );
  return { busy, ask: () => setAsking(true), question };
}

export function RemoveContent(props: RemoveContentProps): ReactNode {
  const { t } = useTranslation();
  const { busy, ask, question } = useRemoveContent(props);
  return (
    <>
      <Button
        look="quietDanger"
        aria-disabled={busy}
        aria-label={`${t('removal.delete_content')}: ${personName(t, props.person)}`}
        onClick={() => !busy && ask()}
      >
        <Trash2 aria-hidden="true" />
        {t('removal.delete_content')}
      </Button>
      {question}
    </>
  );
}

interface QuestionProps {
  person: Participant;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ person, name, ...answers }: QuestionProps): ReactNode {
  const { t } = useTranslation();
  const count = useContentCount(person);
  const things = count && (count.total === 0 ? t('removal.nothing') : `${countWords(t, count)}.`);
  return (
    <Confirm
      title={t('removal.delete_title', { name })}
      text={[things, t('removal.delete_text')].filter(Boolean).join(' ')}
      action={t('removal.delete_content')}
      {...answers}
    />
  );
}

const counted = ['posts', 'photos', 'meetups', 'shares', 'feedback', 'userStatistics', 'evidence'] as const;

interface ContentCount {
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Returns the server's count of a person's content in the event; null until it arrives. */
export function useContentCount({ eventId, userId }: Pick<Participant, 'eventId' | 'userId'>): ContentCount | null {
  return useQuery(contentCount.path.replace(':id', String(eventId)).replace(':userId', String(userId)), contentCount.answer).data;
}

/** Returns the counts as text: "12 posts, 3 photos". */
export const countWords = (t: TFunction, { counts }: ContentCount): string =>
  counted.flatMap((name) => (counts[name] ? [t(`removal.counts.${name}`, { count: counts[name] })] : [])).join(', ');
