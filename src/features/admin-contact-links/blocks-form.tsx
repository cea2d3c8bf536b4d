import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { Button } from '#ui/theme/button.tsx';
import { useFocusAfterSave } from '#ui/layout/use-focus-after-save.ts';
import { BlockCard } from './block-card.tsx';
import styles from './block-card.module.css';
import { fieldName, newLink, valuesOf } from './block-values.ts';
import { asNew, letGo, moved, type ShownBlock, withNew, withoutBlock, withValues } from './blocks-draft.ts';
import { prefixOf } from './read-blocks.ts';
import { UndecidedBlock } from './undecided-block.tsx';
import type { AdminBlocks } from './use-admin-blocks.ts';
import { useBlocksForm } from './use-blocks-form.ts';
import { useFocusOnce } from './use-focus-once.ts';

/** Edits all blocks in one form; Save stores all changes at once. */
export function BlocksForm({ eventId, rows, waiting }: Omit<AdminBlocks, 'problems'>): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { form, draft, shown, dirty, change, cancel, meanwhileOf, orderMeanwhile } = useBlocksForm({ eventId, rows });
  const focusOnce = useFocusOnce();
  const [said, say] = useState('');
  useFocusAfterSave(dirty);

  const add = (): void => {
    const id = client.newId();
    change(withNew(draft, id, { ...valuesOf(null), links: [newLink(t('contact_links.new_link'), [])] }));
    focusOnce(`[name="${fieldName('title', prefixOf(id))}"]`);
  };
  const move = ({ id }: ShownBlock, index: number, by: -1 | 1): void => {
    change(moved(draft, rows, id, by));
    say(t('contact_links.moved', { number: index + by + 1, total: shown.length }));
  };
  const remove = (block: ShownBlock): void => {
    change(withoutBlock(draft, block));
    focusOnce('[name="add-block"]');
  };
  /** Applies the answer about a block that one person changed and another removed. */
  const decide = (block: ShownBlock, insist: boolean): void => {
    const insisted = () => (block.state === 'gone' ? asNew(draft, block, client.newId()) : withoutBlock(draft, block));
    change(insist ? insisted() : letGo(draft, block.id));
    focusOnce('[name="add-block"]');
  };
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? '';
  const inOrder = (ids: unknown): string => (ids as string[]).map((id, index) => `${index + 1}. ${titleOf(id)}`).join('\n');
  return (
    <form {...form.props} className={styles.form} aria-label={t('contact_links.manage')}>
      {shown.length === 0 && <EmptyList icon="🌐" title={t('contact_links.empty')} text={t('contact_links.manage_empty_text')} />}
      {shown.map((block, index) =>
        block.state === 'plain' || block.state === 'awaited' ? (
          <BlockCard
            key={block.id}
            form={form}
            prefix={prefixOf(block.id)}
            block={block}
            waiting={waiting.has(block.id)}
            index={index}
            count={shown.length}
            meanwhile={meanwhileOf(block)}
            onChange={(values) => change(withValues(draft, block, values))}
            onMove={(by) => move(block, index, by)}
            onRemove={() => remove(block)}
          />
        ) : (
          <UndecidedBlock
            key={block.id}
            form={form}
            prefix={prefixOf(block.id)}
            block={block}
            onInsist={() => decide(block, true)}
            onLetGo={() => decide(block, false)}
          />
        ),
      )}
      <Locked locked={form.busy}>
        <Button name="add-block" disabled={shown.length >= limits.contactBlocks} onClick={add}>
          <Plus aria-hidden="true" />
          {t('contact_links.add_block')}
        </Button>
        <ConcurrentChanges {...orderMeanwhile} label={() => t('conflict.order')} value={({ order }) => inOrder(order)} />
      </Locked>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {dirty && (
        <div className={styles.bar}>
          <p>{t('contact_links.unsaved')}</p>
          <FormActions form={form} submit={t('contact_links.save')} onCancel={cancel} />
        </div>
      )}
    </form>
  );
}
