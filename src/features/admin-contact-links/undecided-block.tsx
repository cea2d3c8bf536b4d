import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './block-card.module.css';
import type { ShownBlock } from './blocks-draft.ts';
import { contactLinkWords } from './contact-link-words.ts';

interface UndecidedBlockProps {
  form: Form<string>;
  prefix: string;
  block: ShownBlock;
  onInsist: () => void;
  onLetGo: () => void;
}

export function UndecidedBlock({ form, prefix, block: { state, base, values }, onInsist, onLetGo }: UndecidedBlockProps): ReactNode {
  const { t } = useTranslation();
  const kind = state === 'gone' ? 'gone' : 'changed';
  const title = base?.title ?? values.title;
  const { name, error, stale } = form.field(`${prefix}decide`);
  return (
    <section className={styles.card} aria-label={title}>
      <p role="alert">{t(`conflict.${kind}`, { name: title })}</p>
      <p className={styles.text}>{contactLinkWords.value({ t }, { ...values })}</p>
      <FieldError id={`${name}-error`} error={error} stale={stale} />
      <Locked locked={form.busy}>
        <div className={styles.answers}>
          <Button
            name={name}
            look={kind === 'changed' ? 'danger' : 'primary'}
            aria-label={`${t(`conflict.${kind}_insist`)}: ${title}`}
            aria-describedby={error === null ? undefined : `${name}-error`}
            onClick={onInsist}
          >
            {t(`conflict.${kind}_insist`)}
          </Button>
          <Button aria-label={`${t(`conflict.${kind}_let_go`)}: ${title}`} onClick={onLetGo}>
            {t(`conflict.${kind}_let_go`)}
          </Button>
        </div>
      </Locked>
    </section>
  );
}
