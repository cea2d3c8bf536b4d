import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Locked } from '#ui/forms/locked.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import styles from './block-card.module.css';
import { fieldName, isComplete, type LinkValues } from './block-values.ts';
import { MoveButtons } from './move-buttons.tsx';
import { RemoveButton } from './remove-button.tsx';

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
export function LinkFields({ form, prefix, link, block, index, count, onChange, onMove, onRemove }: LinkFieldsProps): ReactNode {
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
        <div className={styles.tools}>
          <MoveButtons what={what} index={index} count={count} onMove={onMove} />
          <RemoveButton
            label={t('contact_links.delete_what', { what })}
            text={t('contact_links.delete_link_text')}
            disabled={count === 1}
            onRemove={onRemove}
          />
        </div>
      </Locked>
    </li>
  );
}
