import Camera from 'lucide-react/icons/camera';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import type { TFunction } from 'i18next';
import List from 'lucide-react/icons/list';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useRefresh, useStatusOf } from '#sync/react/hooks.tsx';
import { useLastVisit } from '#sync/react/use-last-visit.ts';
import { Refused } from '#commands/refused.tsx';
import { OutsidePage } from '#feature-kit/outside/not-here.tsx';
import { useAsOf } from '#feature-kit/outside/use-as-of.ts';
import { useOutsidePage } from '#sync/react/use-window.ts';
import type { ListLength } from '#sync/exchange/window-pages.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { type Layout, useStoredLayout } from '#ui/layout/use-stored-layout.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { NewPhoto } from './form/photo-form.tsx';
import styles from './photo-card.module.css';
import grid from './photo-grid.module.css';
import { photosPerPage, type StoredPhoto } from './read-photos.ts';
import { usePhotoCount, usePhotoPage } from './use-photos.ts';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar, UploadDelay } from '#pictures/upload-progress.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import type { Participant } from '#contract/resources/participants.ts';
import type { Formats } from '#i18n/formats.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { PhotoFacts } from './photo-facts.tsx';
import { PhotoMenu } from './photo-menu.tsx';

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
  const [layout, chooseLayout] = useStoredLayout('photos-layout', 'grid');
  const event = useActiveEvent();
  const length = usePhotoCount(event?.id);
  const formats = useFormats(event);
  const asOf = useAsOf(formats);
  return (
    <Screen
      wide
      title={t('photos.title')}
      note={noteOf(t, length, asOf)}
      actions={<LayoutButton layout={layout} onChoose={chooseLayout} />}
      onRefresh={refresh}
    >
      {event && (
        <>
          <Photos key={event.id} event={event} page={page} count={length?.count} layout={layout} />
          {open !== undefined && <PhotoView id={open} href={({ id, page: of }) => photoPath(of, id)} />}
        </>
      )}
    </Screen>
  );
}

/** Returns an empty line until the photos are counted. */
function noteOf(t: TFunction, length: ListLength | undefined, asOf: ReturnType<typeof useAsOf>): string | undefined {
  if (length === undefined) return '\u00A0';
  const { count, at } = length;
  return count > 0 ? asOf(t('photos.count', { count }), at) : undefined;
}

interface PhotosProps {
  event: EventRow;
  page: number;
  count: number | undefined;
  layout: Layout;
}

function Photos({ event, page: requested, count = 0, layout }: PhotosProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const [, navigate] = useLocation();
  const firstLoad = useStatusOf('firstLoad');
  const pages = Math.max(1, Math.ceil(count / photosPerPage));
  const page = Math.min(requested, pages);
  const shown = usePhotoPage(event.id, page);
  const older = useOutsidePage(event.id, 'photos', page, shown?.outside);
  const isNew = useLastVisit('photos', event.id, shown?.photos);
  const list = useRef<HTMLUListElement>(null);
  // Parts that come one after another would move each other.
  if (!shown) return null;
  const { photos, sharers, refused } = shown;
  const outside = shown.outside?.page === page ? shown.outside : null;
  const here = new Set<unknown>(photos.map(({ id }) => id));
  const ofPage = refused.filter(({ id }) => here.has(id) || page === 1);
  const isEmpty = photos.length + ofPage.length === 0 && !outside;
  return (
    <>
      <NewPhoto
        eventId={event.id}
        intro={isEmpty && !firstLoad && <EmptyState icon={Camera} title={t('photos.empty')} text={t('photos.empty_text')} />}
        onShared={() => requested > 1 && navigate(pathOf(1))}
      />
      {isEmpty && firstLoad && <Skeleton />}
      {ofPage.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {photos.length > 0 && (
        <ul ref={list} tabIndex={-1} className={layout === 'grid' ? grid.grid : styles.list} aria-label={t('photos.list')}>
          {photos.map((photo) => (
            <li key={photo.id}>
              {layout === 'grid' ? (
                <PhotoCell photo={photo} isNew={isNew(photo)} href={photoPath(page, photo.id)} />
              ) : (
                <PhotoCard
                  photo={photo}
                  isNew={isNew(photo)}
                  href={photoPath(page, photo.id)}
                  sharer={sharers?.get(photo.authorId)}
                  formats={formats}
                  onDeleted={() => list.current?.focus()}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {outside && <OutsidePage state={older} at={outside.at} text={t('outside.photos')} formats={formats} />}
      <Pagination page={page} pages={pages} href={pathOf} />
    </>
  );
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

/** Returns the name of the link to a photo in full size. */
function openLabel(t: TFunction, description: string, isNew: boolean): string {
  const label = t('photo_item.open', { description });
  return isNew ? `${label}, ${t('photo_item.new')}` : label;
}

interface PhotoCellProps {
  photo: StoredPhoto;
  isNew: boolean;
  href: string;
}

/** A photo as a square of the grid; its description is for screen readers, and visible in full size. */
function PhotoCell({ photo: { url, description, $pending = [] }, isNew, href }: PhotoCellProps): ReactNode {
  const { t } = useTranslation();
  return (
    <article className={grid.cell} aria-label={description} data-opens="picture">
      <Link href={href} state={fromBelow} transition className={grid.open} aria-label={openLabel(t, description, isNew)}>
        <Picture name={url} alt={description} />
        {isNew && <span className={grid.new}>{t('photo_item.new')}</span>}
      </Link>
      {$pending.length > 0 && (
        <div className={grid.state}>
          <UploadBar pending={$pending} />
          <WaitingMark />
          <UploadDelay pending={$pending} />
        </div>
      )}
    </article>
  );
}

interface PhotoCardProps {
  photo: StoredPhoto;
  isNew: boolean;
  href: string;
  sharer: Participant | undefined;
  formats: Formats;
  onDeleted: () => void;
}

function PhotoCard({ photo, isNew, href, sharer, formats, onDeleted }: PhotoCardProps): ReactNode {
  const { t } = useTranslation();
  const pending = photo.$pending ?? [];
  return (
    <article className={styles.card} aria-label={photo.description}>
      <Link
        href={href}
        state={fromBelow}
        transition
        className={styles.open}
        data-opens="picture"
        aria-label={openLabel(t, photo.description, isNew)}
      >
        <Picture name={photo.url} alt="" />
        {isNew && <span className={grid.new}>{t('photo_item.new')}</span>}
      </Link>
      <UploadBar pending={pending} />
      <div className={styles.words}>
        <div className={styles.text}>
          <FoldedText text={photo.description} />
          <PhotoFacts photo={photo} sharer={sharer} formats={formats} />
          <UploadDelay pending={pending} />
        </div>
        <PhotoMenu photo={photo} onDeleted={onDeleted} />
      </div>
    </article>
  );
}
