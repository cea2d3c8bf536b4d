import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError, FormError } from '#ui/forms/field-error.tsx';
import { useGrowing } from '#ui/forms/fields/use-growing.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { MentionList } from '#features/chat/mentions/mention-list.tsx';
import { useMentions } from '#features/chat/mentions/use-mentions.ts';
import styles from './composer.module.css';
import { type PostFormOptions, usePostForm } from './use-post-form.ts';

interface ComposerProps extends PostFormOptions {
  label: string;
  placeholder: string;
  submitLabel: string;
  /** The post that is answered, in a list of several: its beginning, and the end of the reply, whose text stays a draft. */
  quote?: { readonly text: string; readonly onClose: () => void } | undefined;
  /** A control above the composer. */
  above?: ReactNode;
}

/** The field at the lower edge of the chat. Give it a key per draft, because errors belong to one text. */
export function Composer({ label, placeholder, submitLabel, quote, above, ...options }: ComposerProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const { form, content, setContent, places, mention } = usePostForm(options);
  const element = useRef<HTMLDivElement>(null);
  const field = useGrowing(content);
  const { eventId, replyToId } = options;
  const mentions = useMentions({ eventId, replyToId, text: content, places, onMention: mention, field });
  useKeyboardInset(element);
  const { error, stale, name, readOnly } = form.field('text');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Escape' && quote) quote.onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <div ref={element} className={styles.composer}>
      {above !== undefined && <div className={styles.above}>{above}</div>}
      <MentionList {...mentions} />
      <form {...form.props} className={styles.form}>
        {quote && (
          <div className={styles.quote}>
            <div className={styles.quoted}>
              <label htmlFor={id} className={styles.label}>
                {label}
              </label>
              <p className={styles.text}>{quote.text}</p>
            </div>
            <IconButton label={t('chat_item.cancel_reply')} onClick={quote.onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )}
        <FieldError id={`${id}-error`} error={error} stale={stale} />
        <FormError error={form.error} />
        <div className={styles.row}>
          {!quote && (
            <label htmlFor={id} className="visually-hidden">
              {label}
            </label>
          )}
          <textarea
            ref={field}
            id={id}
            name={name}
            rows={1}
            className={styles.field}
            value={content}
            placeholder={placeholder}
            readOnly={readOnly}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-autocomplete="list"
            aria-controls={mentions.options.length > 0 ? mentions.listId : undefined}
            aria-activedescendant={mentions.options.length > 0 ? mentions.optionId(mentions.active) : undefined}
            onChange={(event) => {
              setContent(event.target.value, event.target.selectionStart);
              mentions.onSelect(event);
            }}
            onSelect={mentions.onSelect}
            onBlur={mentions.onBlur}
            onKeyDown={onKeyDown}
          />
          <IconButton
            label={submitLabel}
            type="submit"
            className={classes(styles.send, content.trim() === '' && styles.empty)}
            aria-disabled={form.busy}
          >
            <SendHorizontal aria-hidden="true" />
          </IconButton>
        </div>
      </form>
    </div>
  );
}

/** Anything lower (px) is a bar of the browser. */
const keyboard = 60;

/** The window with the parts that a test environment lacks. */
type View = Pick<typeof globalThis, 'innerHeight'> & { readonly visualViewport?: VisualViewport | null };

/**
 * Sets `--keyboard` of an element to the height (px) that the on-screen keyboard covers: browsers of phones draw it over the page.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = globalThis as View;
    if (!view) return;
    const look = (): void => {
      const covered = Math.max(innerHeight, document.documentElement.clientHeight) - view.height - view.offsetTop;
      // A page that is zoomed by two fingers is larger than its view, too.
      const isKeyboard = covered > keyboard && Math.abs(view.scale - 1) < 0.01;
      element.current?.style.setProperty('--keyboard', `${isKeyboard ? Math.round(covered) : 0}px`);
    };
    look();
    view.addEventListener('resize', look);
    view.addEventListener('scroll', look);
    return () => {
      view.removeEventListener('resize', look);
      view.removeEventListener('scroll', look);
    };
  }, [element]);
}
