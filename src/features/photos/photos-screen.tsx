import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar } from '#pictures/upload-bar.tsx';
import { UploadDelay } from '#pictures/upload-delay.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { IconButton } from '#ui/theme/button.tsx';
import { NewPhoto } from './form/photo-form.tsx';
import { PhotoCard } from './photo-card.tsx';
import styles from './photos.module.css';
import type { StoredPhoto } from './read-photos.ts';
import { usePhotoCount, usePhotoPage } from './use-photos.ts';

const PhotoView = lazyComponent(async () => (await import('./photo-view.tsx')).PhotoView, 'over');

const pathOf = (page: number): string => (page === 1 ? '/pictures' : `/pictures/${page}`);
const photoPath = (page: number, id: string): string => `${pathOf(page)}/photo/${id}`;

interface PhotosScreenProps {
  /** Counts from 1. */
  page: number;
  /** The photo that is shown in full size. */
  open?: string | undefined;
}

export function PhotosScreen({ page, open }: PhotosScreenProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'photos'));
  const [layout, chooseLayout] = useLayout();
  const event = useActiveEvent();
  const count = usePhotoCount(event?.id);
  const [, navigate] = useLocation();
  const pages = Math.max(1, Math.ceil((count ?? 0) / limits.pageSize));
  const shown = Math.min(page, pages);
  return (
    <Screen
      title={t('photos.title')}
      note={count === undefined ? undefined : t('photos.count', { count })}
      actions={
        <>
          <LayoutButton layout={layout} onChoose={chooseLayout} />
          <RefreshButton onRefresh={refresh} />
        </>
      }
    >
      {event && (
        <>
          <NewPhoto key={event.id} eventId={event.id} onShared={() => page > 1 && navigate(pathOf(1))} />
          {count !== undefined && <Page event={event} page={shown} layout={layout} />}
          <Pagination page={shown} pages={pages} href={pathOf} />
          {open !== undefined && <PhotoView id={open} href={({ id, page: of }) => photoPath(of, id)} />}
        </>
      )}
    </Screen>
  );
}

function Page({ event, page, layout }: { event: EventRow; page: number; layout: Layout }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const shown = usePhotoPage(event.id, page);
  const list = useRef<HTMLUListElement>(null);
  if (!shown) return null;
  const { photos, sharers, refused } = shown;
  const here = new Set<unknown>(photos.map(({ id }) => id));
  const homeless = refused.filter(({ id }) => !here.has(id) && page === 1);
  if (photos.length + homeless.length === 0) {
    return <EmptyList icon="📷" title={t('photos.empty')} text={t('photos.empty_text')} />;
  }
  return (
    <ul ref={list} tabIndex={-1} className={styles[layout]} aria-label={t('photos.list')}>
      {homeless.map((entry) => (
        <li key={entry.key} className={styles.wide}>
          <Refused entry={entry} />
        </li>
      ))}
      {photos.map((photo) => (
        <li key={photo.id}>
          {layout === 'grid' ? (
            <PhotoTile photo={photo} href={photoPath(page, photo.id)} />
          ) : (
            <PhotoCard
              photo={photo}
              href={photoPath(page, photo.id)}
              sharer={sharers.get(photo.authorId)}
              formats={formats}
              onDeleted={() => list.current?.focus()}
            />
          )}
          {refused.map((entry) => entry.id === photo.id && <Refused key={entry.key} entry={entry} />)}
        </li>
      ))}
    </ul>
  );
}

function PhotoTile({ photo: { url, description, $pending = [] }, href }: { photo: StoredPhoto; href: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <article className={styles.tile} aria-label={description}>
      <Link href={href} state={fromBelow} className={styles.open} aria-label={t('photo_item.open', { description })}>
        <Picture name={url} alt="" />
      </Link>
      <UploadBar pending={$pending} />
      {$pending.length > 0 && <WaitingMark />}
      <UploadDelay pending={$pending} />
    </article>
  );
}

type Layout = 'list' | 'grid';

const layoutKey = 'photos-layout';

function useLayout(): [layout: Layout, choose: (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(layoutKey) === 'grid' ? 'grid' : 'list'));
  const choose = (next: Layout): void => {
    setLayout(next);
    localStorage.setItem(layoutKey, next);
  };
  return [layout, choose];
}

function LayoutButton({ layout, onChoose }: { layout: Layout; onChoose: (layout: Layout) => void }): ReactNode {
  const { t } = useTranslation();
  const other = layout === 'list' ? 'grid' : 'list';
  return (
    <IconButton label={t(`photos.as_${other}`)} onClick={() => onChoose(other)}>
      {other === 'grid' ? <LayoutGrid aria-hidden="true" /> : <List aria-hidden="true" />}
    </IconButton>
  );
}
