import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { countWords, useContentCount } from './remove-content.tsx';

export interface Removal {
  readonly newCodes: boolean;
  readonly content: boolean;
}

interface RemoveMemberDialogProps {
  person: Participant;
  title: string;
  text: string;
  action: string;
  onConfirm: (removal: Removal) => void;
  onCancel: () => void;
}

/** Asks before a member is removed, and offers common further steps. */
export function RemoveMemberDialog({ person, onConfirm, ...words }: RemoveMemberDialogProps): ReactNode {
  const { t } = useTranslation();
  const count = useContentCount(person);
  const [removal, setRemoval] = useState<Removal>({ newCodes: false, content: false });
  return (
    <Confirm {...words} onConfirm={() => onConfirm(removal)}>
      <Switch
        label={t('removal.content')}
        {...(count && { hint: count.total === 0 ? t('removal.nothing') : t('removal.content_hint', { things: countWords(t, count) }) })}
        checked={removal.content}
        onChange={(content) => setRemoval({ ...removal, content })}
      />
      <Switch
        label={t('removal.codes')}
        hint={t('removal.codes_hint')}
        checked={removal.newCodes}
        onChange={(newCodes) => setRemoval({ ...removal, newCodes })}
      />
    </Confirm>
  );
}
