import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callProblem } from '#feature-kit/call-problem.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import card from '#ui/theme/card.module.css';
import styles from './person-screen.module.css';

interface ActionCardProps {
  title: string;
  text: string;
  busy: boolean;
  refused: Outcome | null;
  proof: ReactNode;
  children: ReactNode;
}

export function ActionCard({ title, text, busy, refused, proof, children }: ActionCardProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={card.card} aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>{title}</h2>
      <p className={styles.dim}>{text}</p>
      {children}
      {proof}
      <FormError error={refused && callProblem(t, refused, t('sync.server_failed_now'))} />
    </section>
  );
}
