import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import { command } from '#sync/outbox/command.ts';
import { useCurrentContext, useSync } from '#sync/react/hooks.tsx';
import { useHidden } from '#sync/react/use-hidden.ts';
import { Button } from '#ui/theme/button.tsx';
import { toast, type ToastAction } from '#ui/overlays/toasts.ts';
import { toastDelivery } from '../use-deliver.ts';
import styles from './hide-person.module.css';

interface HidePersonProps {
  userId: number;
  name: string;
  /** True to show an explanation below the button. */
  hint?: boolean;
  onChanged?: () => void;
}

/**
 * Hides a person from the signed-in user, or shows them again, by one button, which keeps the focus. The hidden person is never notified.
 */
export function HidePerson({ userId, name, hint = true, onChanged }: HidePersonProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const hidden = useHidden();
  const event = useCurrentContext()?.event;
  if (hidden === undefined || userId === client.userId) return null;
  const isHidden = hidden.has(userId);
  const change = async (mutation: 'hide' | 'show', undo?: ToastAction): Promise<void> => {
    const target = { id: hiddenPersonId(client.userId, userId), eventId: event?.id ?? 0 };
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([command('hiddenPeople', mutation, { userId }, target)], null);
      if (undo) onChanged?.();
      toastDelivery(t, await delivery, t(`hidden_people.done_${mutation}`, { name }), undo);
    } catch {
      toast(t('hidden_people.error'), 'error');
    }
  };
  const [mutation, reverse] = isHidden ? (['show', 'hide'] as const) : (['hide', 'show'] as const);
  const press = (): void => void change(mutation, { label: t('hidden_people.undo'), run: () => void change(reverse) });
  const words = t(isHidden ? 'hidden_people.show' : 'hidden_people.hide');
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <div className={styles.hide}>
      <Button look="quiet" className={hint ? styles.button : undefined} aria-label={`${words}: ${name}`} onClick={press}>
        <Icon aria-hidden="true" />
        {words}
      </Button>
      {hint && <p className={styles.hint}>{t(isHidden ? 'hidden_people.is_hidden' : 'hidden_people.hint')}</p>}
    </div>
  );
}
