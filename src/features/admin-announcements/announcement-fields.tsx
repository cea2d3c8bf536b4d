import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { AnnouncementValues } from './announcement-form.ts';

interface AnnouncementFieldsProps {
  values: Pick<AnnouncementValues, 'title' | 'content'>;
  onChange: (part: Partial<AnnouncementValues>) => void;
  /** A blank title has been tried. */
  missingTitle: boolean;
  /** It is being saved. */
  busy?: boolean;
  titleRef: Ref<HTMLInputElement>;
}

export function AnnouncementFields({ values, onChange, missingTitle, busy, titleRef }: AnnouncementFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        ref={titleRef}
        label={t('admin_announcements.title_label')}
        value={values.title}
        readOnly={busy}
        required
        maxLength={limits.titleLength}
        error={missingTitle ? t('admin_announcements.missing_title') : null}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t('admin_announcements.content')}
        value={values.content}
        readOnly={busy}
        maxLength={limits.textLength}
        onChange={(content) => onChange({ content })}
      />
    </>
  );
}
