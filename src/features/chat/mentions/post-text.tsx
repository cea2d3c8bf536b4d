import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { splitMentions } from '#contract/rules/mentions.ts';
import type { People } from '#sync/mirror/people.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { namedText } from './named-text.ts';
import styles from './post-text.module.css';

interface PostTextProps {
  content: string;
  people: People;
}

/** The text of a post, with a button for each mentioned person. */
export function PostText({ content, people }: PostTextProps): ReactNode {
  const { t } = useTranslation();
  const text = namedText(t, content, people);
  if (text === content) return <FoldedText text={text} />;
  return (
    <FoldedText
      text={text}
      words={(pointerOnly) =>
        splitMentions(content).map((part, index) => (
          <Fragment key={index}>
            {index % 2 ? (
              <Mention userId={Number(part)} people={people} isQuiet={pointerOnly} />
            ) : (
              <LinkedText text={part} pointerOnly={pointerOnly} />
            )}
          </Fragment>
        ))
      }
    />
  );
}

interface MentionProps {
  userId: number;
  people: People;
  /** True while it must not be reachable by Tab. */
  isQuiet: boolean;
}

function Mention({ userId, people, isQuiet }: MentionProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const person = people.get(userId);
  const name = `@${personName(t, person)}`;
  if (userId === me?.id) {
    return (
      <mark className={styles.me}>
        {name}
        <span className="visually-hidden"> ({t('chat.you')})</span>
      </mark>
    );
  }
  if (!person) return <span className={styles.former}>{name}</span>;
  if (isQuiet) return <span className={styles.mention}>{name}</span>;
  return (
    <PersonButton person={person} className={styles.mention}>
      {name}
    </PersonButton>
  );
}
