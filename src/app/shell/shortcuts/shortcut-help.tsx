import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '#i18n/texts.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { Button } from '#ui/theme/button.tsx';
import { useMenu } from '../menu/use-menu.ts';
import styles from './shortcut-help.module.css';
import { actions, areShortcutsOn, helpOpen, places, turnShortcuts } from './shortcuts.ts';

/** Lists the keys of the screens that the event has, and of the actions. */
export function ShortcutHelp(): ReactNode {
  const { t } = useTranslation();
  const [on, setOn] = useState(areShortcutsOn);
  const items = useMenu().flatMap((section) => section.items);
  const close = (): void => helpOpen.set(false);
  const nameOf = (path: string): string | undefined => {
    if (path === '/not-sent') return t('not_sent.title');
    const name = items.find(({ definition }) => definition.navigationPath === path)?.definition.name;
    return name === undefined ? undefined : textOf(t, name, name);
  };
  const screens = Object.entries(places).flatMap(([key, path]) => {
    const name = nameOf(path);
    return name === undefined ? [] : [{ keys: ['g', key], name }];
  });
  return (
    <Modal onClose={close}>
      <Dialog.Title>{t('shortcuts.title')}</Dialog.Title>
      <Keys title={t('shortcuts.screens')} of={screens} />
      <Keys
        title={t('shortcuts.actions')}
        of={Object.entries(actions).map(([key, action]) => ({ keys: [key], name: t(`shortcuts.${action}`) }))}
      />
      <Switch
        label={t('shortcuts.on')}
        checked={on}
        onChange={(checked) => {
          turnShortcuts(checked);
          setOn(checked);
        }}
      />
      <div className={overlay.actions}>
        <Button look="primary" onClick={close}>
          {t('app.close')}
        </Button>
      </div>
    </Modal>
  );
}

function Keys({ title, of }: { title: string; of: readonly { keys: readonly string[]; name: string }[] }): ReactNode {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {of.map(({ keys, name }) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
