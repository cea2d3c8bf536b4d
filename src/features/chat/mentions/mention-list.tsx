import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/people/avatar.tsx';
import styles from './mention-list.module.css';
import type { Mentions } from './use-mentions.ts';

/** The people to mention, above the field. */
export function MentionList({ options, active, listId, optionId, choose }: Mentions): ReactNode {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, options]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {options.length > 0 && t('mentions.found', { count: options.length })}
      </p>
      {options.length > 0 && (
        <div ref={list} id={listId} role="listbox" aria-label={t('mentions.list')} className={styles.list}>
          {options.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
            <div
              key={person.userId}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              // The field keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={person.name} image={person.image} small />
              <span className={styles.name}>{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
