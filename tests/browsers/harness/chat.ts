import { t } from '#tests/e2e/harness/texts.ts';
import type { Person } from './person.ts';

export async function typePost(person: Person, text: string): Promise<void> {
  await person.fill(t('chat_create.label'), text);
}

/** Sends the form; resolves when the post is shown, and so stored, and the field is empty. */
export async function submitPost(person: Person, text: string): Promise<void> {
  await person.tap('button', t('chat_create.submit'));
  await person.has(t('chat_create.label'), '');
  await person.sees(text);
}

export async function writePost(person: Person, text: string): Promise<void> {
  await typePost(person, text);
  await submitPost(person, text);
}

/** Opens the chat and waits until this post is shown and no longer pending. */
export async function waitForSentPost(person: Person, text: string): Promise<void> {
  await person.openScreen('chat');
  await person.sees(text);
  await person.doesNotSee(t('chat_item.waiting'));
}

/** Opens the chat and waits until this post is shown and a post is pending. */
export async function waitForPendingPost(person: Person, text: string): Promise<void> {
  await person.openScreen('chat');
  await person.sees(text);
  await person.sees(t('chat_item.waiting'));
}
