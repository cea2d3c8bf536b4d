import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { feedbackOptions, type RichFeedback, type Vote } from '#contract/rules/rich-feedback.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './feedback-form.module.css';

const choices = [
  { vote: 1, Icon: ThumbsUp, words: 'feedback.for' },
  { vote: -1, Icon: ThumbsDown, words: 'feedback.against' },
] as const;

interface VotesProps {
  votes: RichFeedback['votes'];
  onVote: (votes: RichFeedback['votes']) => void;
}

/** Votes for or against each option; a repeated vote is undone. */
export function Votes({ votes, onVote }: VotesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('feedback.votes')}</legend>
      {feedbackOptions.map((option) => {
        const chosen: Vote = votes[option];
        return (
          <div key={option} className={styles.vote} role="group" aria-label={t(`feedback.option_${option}`)}>
            <span>{t(`feedback.option_${option}`)}</span>
            <span className={styles.choices}>
              {choices.map(({ vote, Icon, words }) => (
                <Button
                  key={vote}
                  aria-label={t(words)}
                  title={t(words)}
                  aria-pressed={chosen === vote}
                  onClick={() => onVote({ ...votes, [option]: chosen === vote ? null : vote })}
                >
                  <Icon aria-hidden="true" />
                </Button>
              ))}
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}
