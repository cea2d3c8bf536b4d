import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choices, type Clash, ConcurrentChanges, type Side } from '#ui/forms/clash-choices.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { BlockFields } from './block-fields.tsx';
import styles from './block-card.module.css';
import type { BlockValues } from './block-values.ts';
import type { ShownBlock } from './blocks-draft.ts';
import { contactLinkWords } from './contact-link-words.ts';
import { MoveButtons } from './move-buttons.tsx';
import { RemoveButton } from './remove-button.tsx';

interface BlockCardProps {
  form: Form<string>;
  prefix: string;
  block: ShownBlock;
  waiting: boolean;
  /** Position of the block, from 0, and the number of blocks. */
  index: number;
  count: number;
  meanwhile: { clashes: readonly Clash[]; choices: Choices; onChoose: (key: string, side: Side) => void };
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
  meanwhile,
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
          {...meanwhile}
          label={(key) => contactLinkWords.label({ t }, key)}
          value={(fields) => contactLinkWords.value({ t }, fields)}
        />
      </Locked>
    </section>
  );
}
