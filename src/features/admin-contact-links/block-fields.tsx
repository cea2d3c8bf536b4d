import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Locked } from '#ui/forms/locked.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './block-card.module.css';
import { type BlockValues, fieldName, isComplete, type LinkValues, newLink } from './draft/block-values.ts';
import { ArrangeMenu, RemoveButton } from './block-buttons.tsx';
import { useFocusOnce } from './use-focus-once.ts';

interface BlockFieldsProps {
  form: Form<string>;
  prefix: string;
  values: BlockValues;
  block: string;
  onChange: (values: BlockValues) => void;
}

export function BlockFields({ form, prefix, values, block, onChange }: BlockFieldsProps): ReactNode {
  const { t } = useTranslation();
  const focusOnce = useFocusOnce();
  const { title, subtitle, links } = values;
  const change = (part: Partial<BlockValues>): void => onChange({ ...values, ...part });
  const add = (): void => {
    const link = newLink(t('contact_links.new_link'), links);
    change({ links: [...links, link] });
    focusOnce(`[name="${fieldName(`name-${link.key}`, prefix)}"]`);
  };
  const removeLink = ({ key }: LinkValues): void => {
    change({ links: links.filter((link) => link.key !== key) });
    focusOnce(`[name="${prefix}add-link"]`);
  };
  const move = (index: number, by: -1 | 1): void => {
    const [one, other] = [links[index], links[index + by]];
    if (one && other) change({ links: links.map((link) => (link === one ? other : link === other ? one : link)) });
  };
  const removeSubtitle = (): void => {
    change({ subtitle: null });
    focusOnce(`[name="${prefix}add-subtitle"]`);
  };
  const addSubtitle = (): void => {
    change({ subtitle: '' });
    focusOnce(`[name="${fieldName('subtitle', prefix)}"]`);
  };
  return (
    <>
      <TextField
        {...form.field(fieldName('title', prefix))}
        label={t('contact_links.title_label')}
        value={title}
        required
        maxLength={limits.titleLength}
        onChange={(event) => change({ title: event.target.value })}
      />
      {subtitle === null ? (
        <Locked locked={form.busy}>
          <Button
            look="quiet"
            className={styles.add}
            name={`${prefix}add-subtitle`}
            aria-label={t('contact_links.add_subtitle_to', { block })}
            onClick={addSubtitle}
          >
            <Plus aria-hidden="true" />
            {t('contact_links.add_subtitle')}
          </Button>
        </Locked>
      ) : (
        <div className={styles.subtitle}>
          <TextField
            {...form.field(fieldName('subtitle', prefix))}
            label={t('contact_links.subtitle')}
            value={subtitle}
            maxLength={limits.descriptionLength}
            onChange={(event) => change({ subtitle: event.target.value })}
          />
          <Locked locked={form.busy}>
            <RemoveButton
              label={t('contact_links.delete_subtitle', { block })}
              text={t('contact_links.delete_subtitle_text')}
              onRemove={removeSubtitle}
            />
          </Locked>
        </div>
      )}
      <ul className={styles.links}>
        {links.map((link, index) => (
          <LinkFields
            key={link.key}
            form={form}
            prefix={prefix}
            link={link}
            block={block}
            index={index}
            count={links.length}
            onChange={(part) => change({ links: links.map((other) => (other === link ? { ...link, ...part } : other)) })}
            onMove={(by) => move(index, by)}
            onRemove={() => removeLink(link)}
          />
        ))}
      </ul>
      <Locked locked={form.busy}>
        <Button
          look="quiet"
          className={styles.add}
          name={`${prefix}add-link`}
          aria-label={t('contact_links.add_link_to', { block })}
          disabled={links.length >= limits.linksOfBlock}
          onClick={add}
        >
          <Plus aria-hidden="true" />
          {t('contact_links.add_link')}
        </Button>
      </Locked>
    </>
  );
}

interface LinkFieldsProps {
  form: Form<string>;
  prefix: string;
  link: LinkValues;
  block: string;
  /** Position of the link, from 0, and the number of links. */
  index: number;
  count: number;
  onChange: (part: Partial<Pick<LinkValues, 'name' | 'url'>>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Edits one link of a block; the last link cannot be removed. */
function LinkFields({ form, prefix, link, block, index, count, onChange, onMove, onRemove }: LinkFieldsProps): ReactNode {
  const { t } = useTranslation();
  const name = link.name.trim() || t('contact_links.unnamed');
  const what = t('contact_links.link_of', { number: index + 1, name, block });
  return (
    <li className={styles.link}>
      <div className={styles.linkFields} role="group" aria-label={what}>
        <TextField
          {...form.field(fieldName(`name-${link.key}`, prefix))}
          label={t('contact_links.link_name')}
          value={link.name}
          maxLength={limits.titleLength}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          {...form.field(fieldName(`url-${link.key}`, prefix))}
          label={t('contact_links.link_url')}
          type="url"
          inputMode="url"
          placeholder={t('contact_links.link_url_example')}
          value={link.url}
          maxLength={2_000}
          {...(!isComplete(link) && { hint: t('contact_links.left_out') })}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </div>
      <Locked locked={form.busy}>
        <div className={styles.linkMenu}>
          <ArrangeMenu
            what={what}
            index={index}
            count={count}
            onMove={onMove}
            question={t('contact_links.delete_link_text')}
            kept={count === 1 ? t('contact_links.last_link') : undefined}
            onRemove={onRemove}
          />
        </div>
      </Locked>
    </li>
  );
}
