import Globe from 'lucide-react/icons/globe';
import Plus from 'lucide-react/icons/plus';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { limits } from '#contract/limits.ts';
import { Refused } from '#commands/refused.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useRefresh, useSync } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { useFocusAfterSave } from '#ui/layout/focus-heading.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './block-card.module.css';
import { BlockCard, UndecidedBlock } from './block-card.tsx';
import { fieldName, newLink, valuesOf } from './draft/block-values.ts';
import {
  asNewBlock,
  withoutEntry,
  moved,
  openerName,
  prefixOf,
  type ShownBlock,
  withNew,
  withoutBlock,
  withValues,
} from './draft/blocks-draft.ts';
import { type AdminBlocks, useAdminBlocks } from './use-admin-blocks.ts';
import { useBlocksForm } from './draft/use-blocks-form.ts';
import { useFocusOnce } from './use-focus-once.ts';

export function AdminContactLinksScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useAdminBlocks(event?.id ?? 0);
  const refresh = useRefresh(refreshToast(t, 'contact_links'));
  if (!event || found?.eventId !== event.id) return null;
  return (
    <Screen title={t('contact_links.manage')} lead={<BackToOverview />} note={t('contact_links.manage_note')} onRefresh={refresh}>
      {found.problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <BlocksForm key={event.id} {...found} />
    </Screen>
  );
}

/** Edits all blocks in one form; Save stores all changes at once. */
export function BlocksForm({ eventId, rows, waiting }: Omit<AdminBlocks, 'problems'>): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const closeAll = (): void => setOpened(new Set());
  const { form, wrong, draft, shown, dirty, change, cancel, clashPropsOf, orderClashProps } = useBlocksForm({
    eventId,
    rows,
    onSaved: closeAll,
  });
  const focusOnce = useFocusOnce();
  const [announcement, announce] = useState('');
  useFocusAfterSave(dirty);

  const setOpen = (id: string, open: boolean): void => {
    const others = [...opened].filter((other) => other !== id);
    setOpened(new Set(open ? [...others, id] : others));
  };
  /** Shows the fields with problems first, because the form focuses the first of them. */
  const submit = (event: FormEvent): void => {
    if (wrong.some((id) => !opened.has(id))) flushSync(() => setOpened(new Set([...opened, ...wrong])));
    form.props.onSubmit(event);
  };
  const add = (): void => {
    const id = client.newId();
    setOpen(id, true);
    change(withNew(draft, id, { ...valuesOf(null), links: [newLink(t('contact_links.new_link'), [])] }));
    focusOnce(`[name="${fieldName('title', prefixOf(id))}"]`);
  };
  const move = ({ id }: ShownBlock, index: number, by: -1 | 1): void => {
    change(moved(draft, rows, id, by));
    announce(t('contact_links.moved', { number: index + by + 1, total: shown.length }));
  };
  const remove = (block: ShownBlock): void => {
    const at = shown.indexOf(block);
    const next = shown[at + 1] ?? shown[at - 1];
    change(withoutBlock(draft, block));
    focusOnce(`[name="${next?.state === 'plain' ? openerName(next.id) : 'add-block'}"]`);
  };
  /** Applies the answer about a block that one person changed and another removed. */
  const decide = (block: ShownBlock, insist: boolean): void => {
    const insisted = () => (block.state === 'gone' ? asNewBlock(draft, block, client.newId()) : withoutBlock(draft, block));
    change(insist ? insisted() : withoutEntry(draft, block.id));
    focusOnce('[name="add-block"]');
  };
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? '';
  const inOrder = (ids: unknown): string => (ids as string[]).map((id, index) => `${index + 1}. ${titleOf(id)}`).join('\n');
  return (
    <form {...form.props} className={styles.form} aria-label={t('contact_links.manage')} onSubmit={submit}>
      <Locked locked={form.busy}>
        <div>
          <Button name="add-block" look="primary" disabled={shown.length >= limits.contactBlocks} onClick={add}>
            <Plus aria-hidden="true" />
            {t('contact_links.add_block')}
          </Button>
        </div>
      </Locked>
      {shown.length === 0 && <EmptyList icon={Globe} title={t('contact_links.empty')} text={t('contact_links.manage_empty_text')} />}
      {shown.length > 0 && (
        <div className={styles.list}>
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
                open={opened.has(block.id)}
                onOpen={(open) => setOpen(block.id, open)}
                clashProps={clashPropsOf(block)}
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
        </div>
      )}
      <Locked locked={form.busy}>
        <ConcurrentChanges {...orderClashProps} label={() => t('conflict.order')} value={({ order }) => inOrder(order)} />
      </Locked>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {dirty && (
        <div className={styles.bar}>
          <p>{t('contact_links.unsaved')}</p>
          <FormActions
            form={form}
            submit={t('contact_links.save')}
            onCancel={() => {
              closeAll();
              cancel();
            }}
          />
        </div>
      )}
    </form>
  );
}
