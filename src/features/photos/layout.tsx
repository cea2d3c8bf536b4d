import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/theme/button.tsx';

export type Layout = 'list' | 'grid';

const key = 'photos-layout';

export function useLayout(): [layout: Layout, choose: (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'grid' ? 'grid' : 'list'));
  const choose = (next: Layout): void => {
    setLayout(next);
    localStorage.setItem(key, next);
  };
  return [layout, choose];
}

export function LayoutButton({ layout, onChoose }: { layout: Layout; onChoose: (layout: Layout) => void }): ReactNode {
  const { t } = useTranslation();
  const other = layout === 'list' ? 'grid' : 'list';
  return (
    <IconButton label={t(`photos.as_${other}`)} onClick={() => onChoose(other)}>
      {other === 'grid' ? <LayoutGrid aria-hidden="true" /> : <List aria-hidden="true" />}
    </IconButton>
  );
}
