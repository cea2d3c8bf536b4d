import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { PictureInput } from '../picture-input.tsx';
import { type HeaderPictureProblem, shrinkHeaderPicture } from './shrink-header-picture.ts';
import type { ShrunkPicture } from '../shrink-picture.ts';

export interface ChosenHeader {
  readonly chosen: ShrunkPicture | null;
  readonly problem: HeaderPictureProblem | null;
  /** True while it is being shrunk: the form must not be sent until then. */
  readonly preparing: boolean;
  choose(picture: ShrunkPicture): void;
  /** `error` is the reason why the file was refused. */
  fail(error: unknown): void;
  prepare(preparing: boolean): void;
  clear(): Promise<void>;
}

interface HeaderPictureFieldProps {
  form: Pick<Form<string>, 'busy' | 'changed' | 'field'>;
  header: ChosenHeader;
  /** True if the event has a header picture of its own, which stays unless removed. */
  isKept?: boolean;
  onRemoveKept?: () => void;
  preview?: ReactNode;
}

export function HeaderPictureField({ form, header, isKept = false, onRemoveKept, preview }: HeaderPictureFieldProps): ReactNode {
  const { t } = useTranslation();
  const { chosen, problem } = header;
  const { name, error, stale } = form.field('picture');
  return (
    <Locked locked={form.busy}>
      <PictureInput
        label={t('event_form.picture')}
        picture={chosen}
        accept="image/png,image/jpeg,image/webp"
        shrink={shrinkHeaderPicture}
        name={name}
        error={problem === null ? error : t(`admin_event_data_${problem}`)}
        stale={stale}
        preview={preview}
        removable={chosen !== null || isKept}
        onPicture={(taken) => {
          header.choose(taken);
          form.changed();
        }}
        onRemove={() => {
          void header.clear();
          if (!chosen) onRemoveKept?.();
          form.changed();
        }}
        onFailure={(error) => {
          header.fail(error);
          form.changed();
        }}
        onPreparing={header.prepare}
      />
    </Locked>
  );
}
