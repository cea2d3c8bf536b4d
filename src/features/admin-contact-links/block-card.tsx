import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choices, type Clash, ConcurrentChanges, type Side } from '#ui/forms/clash-choices.tsx';
import { FieldError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Button } from '#ui/theme/button.tsx';
import { BlockFields } from './block-fields.tsx';
import styles from './block-card.module.css';
import type { BlockValues } from './draft/block-values.ts';
import type { ShownBlock } from './draft/blocks-draft.ts';
import { contactLinkWords } from './contact-link-words.ts';
import { MoveButtons, RemoveButton } from './block-buttons.tsx';

interface BlockCardProps {
  form: Form<string>;
  prefix: string;
  block: ShownBlock;
  waiting: boolean;
  /** Position of the block, from 0, and the number of blocks. */
  index: number;
  count: number;
  clashProps: { clashes: readonly Clash[]; choices: Choices; onChoose: (key: string, side: Side) => void };
  onChange: (values: BlockValues) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function BlockCard({
  form,
  prefix,
  block,
  waiting,
  index,
  count,
  clashProps,
  onChange,
  onMove,
  onRemove,
}: BlockCardProps): ReactNode {
  const { t } = useTranslation();
  const title = block.values.title.trim() || t('contact_links.unnamed');
  const name = t('contact_links.block', { number: index + 1, title });
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Locked locked={form.busy}>
          <div className={styles.tools}>
            <MoveButtons what={name} index={index} count={count} onMove={onMove} />
            <RemoveButton
              label={t('contact_links.delete_what', { what: name })}
              text={t('contact_links.delete_block_text')}
              onRemove={onRemove}
            />
          </div>
        </Locked>
      </div>
      {waiting && <WaitingMark />}
      <BlockFields form={form} prefix={prefix} values={block.values} block={name} onChange={onChange} />
      <Locked locked={form.busy}>
        <ConcurrentChanges
          {...clashProps}
          label={(key) => contactLinkWords.label({ t }, key)}
          value={(fields) => contactLinkWords.value({ t }, fields)}
        />
      </Locked>
    </section>
  );
}

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
