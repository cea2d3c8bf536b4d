import ChevronRight from 'lucide-react/icons/chevron-right';
import ImagePlus from 'lucide-react/icons/image-plus';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReceivedContent, readReceivedPicture } from '#sync/device/received-content.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { Button } from '#ui/theme/button.tsx';
import { type Place, problemNumbers } from './places-for.ts';
import styles from './received.module.css';

interface ContentRowProps {
  content: ReceivedContent;
  places: readonly Place[];
  failure: string | null;
  busy: boolean;
  onTake: (place: Place) => void;
  onDiscard: () => void;
}

/** Pictures that are drawn; the others are counted, because each is as large as the camera made it. */
const mostDrawn = 4;

/** Shared content with the places that it may go to. */
export function ContentRow({ content, places, failure, busy, onTake, onDiscard }: ContentRowProps): ReactNode {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { text, pictures, problems } = content;
  const left = pictures.length - mostDrawn;
  return (
    <li className={styles.content}>
      <div className={styles.preview}>
        {pictures.length > 0 && (
          <div className={styles.pictures}>
            {pictures.slice(0, mostDrawn).map((picture, index) => (
              <SharedPicture key={index} content={content} index={index} type={picture.type} />
            ))}
            {left > 0 && (
              <span className={styles.more}>
                <span aria-hidden="true">+{left}</span>
                <span className="visually-hidden">{t('received.more', { number: left })}</span>
              </span>
            )}
          </div>
        )}
        {text !== '' && <FoldedText text={text} />}
      </div>
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          {t(`received.problem.${problem}`, problemNumbers)}
        </p>
      ))}
      {places.length === 0 && <p>{t('received.no_place')}</p>}
      {places.map((place) => (
        <button key={place} type="button" className={styles.place} aria-disabled={busy} onClick={() => onTake(place)}>
          {place === '/chat' ? <MessageCircle aria-hidden="true" /> : <ImagePlus aria-hidden="true" />}
          <span className={styles.words}>
            <span className={styles.name}>{t(place === '/chat' ? 'chat.title' : 'photos.title')}</span>
            <span className={styles.use}>{t(`received.${wayOf(content, place)}`)}</span>
          </span>
          <ChevronRight aria-hidden="true" className={styles.chevron} />
        </button>
      ))}
      <FormError error={failure} />
      <Button look="quiet" className={styles.discard} aria-disabled={busy} onClick={() => !busy && setAsking(true)}>
        {t('refused.discard')}
      </Button>
      {asking && (
        <Confirm
          title={t('refused.discard_title')}
          text={t('received.discard_text')}
          action={t('refused.discard')}
          onConfirm={onDiscard}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}

type Way = 'only_text' | 'as_post' | 'as_photo' | 'as_photo_with_text';

function wayOf({ text, pictures }: ReceivedContent, place: Place): Way {
  if (place === '/chat') return pictures.length > 0 ? 'only_text' : 'as_post';
  return text === '' ? 'as_photo' : 'as_photo_with_text';
}

function SharedPicture({ content, index, type }: { content: ReceivedContent; index: number; type: string }): ReactNode {
  const { t } = useTranslation();
  const { store } = useSync();
  const [bytes, setBytes] = useState<ArrayBuffer>();
  useEffect(() => {
    let open = true;
    // A picture that cannot be read is reported when it is used.
    readReceivedPicture(store, content.id, index).then(
      (found) => open && setBytes(found),
      () => undefined,
    );
    return () => {
      open = false;
    };
  }, [store, content.id, index]);
  const url = useObjectUrl(bytes, type);
  return url === undefined ? <span className={styles.picture} /> : <img className={styles.picture} src={url} alt={t('received.picture')} />;
}
