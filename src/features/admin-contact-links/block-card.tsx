import ChevronDown from 'lucide-react/icons/chevron-down';
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
import { type BlockValues, isComplete } from './draft/block-values.ts';
import { openerName, type ShownBlock } from './draft/blocks-draft.ts';
import { contactLinkWords } from './contact-link-words.ts';
import { ArrangeMenu } from './block-buttons.tsx';

interface BlockCardProps {
  form: Form<string>;
  prefix: string;
  block: ShownBlock;
  waiting: boolean;
  /** Position of the block, from 0, and the number of blocks. */
  index: number;
  count: number;
  /** True if its fields are shown. */
  open: boolean;
  onOpen: (open: boolean) => void;
  clashProps: { clashes: readonly Clash[]; choices: Choices; onChoose: (key: string, side: Side) => void };
  onChange: (values: BlockValues) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A row with the title and the number of links; a tap shows the fields below it. */
export function BlockCard(props: BlockCardProps): ReactNode {
  const { form, prefix, block, waiting, index, count, open, onOpen, clashProps, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const { title: typed, subtitle, links } = block.values;
  const title = typed.trim() || t('contact_links.unnamed');
  const name = t('contact_links.block', { number: index + 1, title });
  const id = `${prefix}fields`;
  return (
    <section className={styles.block} aria-label={name}>
      <Locked locked={form.busy}>
        <div className={styles.row}>
          <div className={styles.what}>
            <h2 className={styles.title}>
              <button
                type="button"
                name={openerName(block.id)}
                className={styles.open}
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                onClick={() => onOpen(!open)}
              >
                {title}
              </button>
            </h2>
            <p className={styles.line}>
              {[t('contact_links.number_of_links', { count: links.filter(isComplete).length }), subtitle?.trim()]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {block.dirty && <p className={styles.changed}>{t('contact_links.not_saved')}</p>}
            {waiting && <WaitingMark />}
          </div>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
          <div className={styles.menu}>
            <ArrangeMenu
              what={name}
              index={index}
              count={count}
              onMove={onMove}
              question={t('contact_links.delete_block_text')}
              onRemove={onRemove}
            />
          </div>
        </div>
      </Locked>
      {open && (
        <div id={id} className={styles.fields}>
          <BlockFields form={form} prefix={prefix} values={block.values} block={name} onChange={onChange} />
        </div>
      )}
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
    <section className={styles.undecided} aria-label={title}>
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
